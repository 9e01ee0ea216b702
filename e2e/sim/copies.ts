import type { SimServer } from './server'
import type { Page } from './truth'

interface Around {
  server: SimServer
  org: string
  say(what: string): void
  /** What was planted in a database is as if it had never been. */
  reset(): Promise<void>
}

/**
 * Copies of an organisation, and the server put back to them. What a copy holds counts as replicated and nothing after it does: so a device may be asked for all of
 * it again.
 */
export function copiesOf({ server, org, say, reset }: Around) {
  let copy: { epoch: string; marks: Map<string, number> } | undefined
  const marks = new Map<string, number>()
  let epoch = ''
  /** What is so at the moment. `putBack` says that it ever was. */
  const copies = {
    putBack: false,
    there: () => copy !== undefined,
    /** Whether a device has had an answer in the life that the server is in. */
    known: () => epoch !== '',
    forget: (): void => {
      copy = undefined
    },
  }
  const told = <T extends Pick<Page, 'epoch' | 'replicated'>>(page: T, device: string): T =>
    copy?.epoch === page.epoch ? { ...page, replicated: Math.min(page.replicated, copy.marks.get(device) ?? 0), safe: 0 } : page
  const upstream = async (path: string, init: RequestInit | undefined, res: Response): Promise<Response> => {
    if (!/sync\/(pull|push)$/.test(path) || res.status !== 200) return res
    const text = await res.text()
    const page = JSON.parse(text) as Page & { device?: string }
    const { device } = JSON.parse(String(init?.body)) as { device: string }
    if (epoch !== page.epoch) {
      epoch = page.epoch
      marks.clear()
    }
    if (copy?.epoch !== page.epoch) marks.set(device, Math.max(marks.get(device) ?? 0, page.replicated))
    const now = told(page, device)
    return new Response(now === page ? text : JSON.stringify(now), { status: res.status, headers: res.headers })
  }

  const takeCopy = async (): Promise<void> => {
    say('copy')
    // Of the life that is copied, whether or not a device has had an answer of it yet; what was told of another says nothing of it.
    const now = await server.look(org)
    copy = { epoch: now.epoch, marks: new Map(now.epoch === epoch ? marks : []) }
    await server.copy(org)
  }
  const restore = async (): Promise<void> => {
    say('put back')
    await server.restart([org])
    await afterLoss()
  }
  const afterLoss = async (): Promise<void> => {
    await reset()
    copy = undefined
    copies.putBack = true // and with it, perhaps, what the server knew of a device
    epoch = '' // not known again before the server's next answer
    marks.clear()
  }

  return Object.assign(copies, { told, upstream, take: takeCopy, restore, afterLoss })
}
