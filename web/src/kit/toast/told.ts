import { theRemote } from '../remote/remote'
import { type Toast, toasts, toldKey } from './toast'

/** A toast as it is told later: without its buttons, and to the person alone whom it was told first. */
export type Told = Pick<Toast, 'kind' | 'text' | 'why' | 'of' | 'at'> & { key: string; user: string }

const kept = 50

// A reload takes the tab's memory, and with it what was missed before it.
function read(): Told[] {
  try {
    const list = JSON.parse(sessionStorage.getItem(toldKey) ?? '[]') as unknown
    return Array.isArray(list) ? list : [] // our own writing
  } catch {
    return []
  }
}

let all = read()
const seen = new Set<Toast>()
const who = () => theRemote().session()?.user ?? ''

function take() {
  const fresh = toasts.past().filter((t) => !seen.has(t))
  if (fresh.length === 0) return
  for (const t of fresh) seen.add(t)
  const user = who()
  all = [
    ...fresh.map(({ id, kind, text, why, of, at }) => ({
      key: `${at} ${id}`,
      kind,
      text,
      at,
      user,
      ...(why ? { why } : {}),
      ...(of ? { of } : {}),
    })),
    ...all,
  ].slice(0, kept)
  try {
    sessionStorage.setItem(toldKey, JSON.stringify(all))
  } catch {
    // A full store costs what a reload would have brought back.
  }
}
take()
toasts.watch(() => {
  if (toasts.past().length === 0) all = [] // all of it was forgotten
  take()
})

let last: { of: Told[]; user: string; list: Told[] } | undefined

/** What this person was told in this tab, the newest first. */
export function told(): Told[] {
  const user = who()
  if (last?.of !== all || last.user !== user) last = { of: all, user, list: all.filter((t) => t.user === user) }
  return last.list
}
