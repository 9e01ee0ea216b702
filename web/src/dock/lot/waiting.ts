import { lotsKey } from './any'
import type { Facts } from './facts'

/** What waits for its pallet, by load; a lot scanned at the board has none yet. Kept on the device: it outlives a lock, a call and a closed app. */
interface Waiting {
  facts: Facts
  at: number
}
interface Kept {
  waiting: Record<string, Waiting>
  /** The pallet that somebody scanned again to name it, and the one that was last counted then. */
  named?: { pallet: string; after: string }
  /** The pallet that took a lot which was scanned before it. */
  lotFirst?: string
}

export const atBoard = 'board'
const aShift = 12 * 3_600_000

const listeners = new Set<() => void>()

let read = { text: null as string | null, kept: { waiting: {} } as Kept }

export function kept(): Kept {
  const text = localStorage.getItem(lotsKey)
  if (text !== read.text) {
    try {
      read = { text, kept: text === null ? { waiting: {} } : (JSON.parse(text) as Kept) } // our own writing
    } catch {
      read = { text, kept: { waiting: {} } }
    }
  }
  return read.kept
}

function keep(next: Kept) {
  const waiting = Object.fromEntries(Object.entries(next.waiting).filter(([, w]) => Date.now() - w.at < aShift))
  if (Object.keys(waiting).length === 0 && !next.named && !next.lotFirst) localStorage.removeItem(lotsKey)
  else localStorage.setItem(lotsKey, JSON.stringify({ ...next, waiting }))
  for (const told of listeners) told()
}

/** What waits at a load, or came from the board. */
export const waitsAt = (load: string | undefined): Facts | undefined =>
  (kept().waiting[load ?? atBoard] ?? (load ? kept().waiting[atBoard] : undefined))?.facts

/** Adds to what waits: the lot of one label and the day of the next are of the same pallet. */
export function hold(load: string | undefined, facts: Facts) {
  const { waiting } = kept()
  const place = load ?? atBoard
  keep({ ...kept(), waiting: { ...waiting, [place]: { facts: { ...waiting[place]?.facts, ...facts }, at: Date.now() } } })
}

/** What waited was joined, or forgotten. */
export function settle(load: string | undefined) {
  const { [load ?? atBoard]: _gone, [atBoard]: _board, ...waiting } = kept().waiting
  keep({ ...kept(), waiting })
}

/** Who names a pallet by scanning it again goes on with that one, however it began. */
export function name(pallet: string, after: string) {
  const { lotFirst: _no, ...rest } = kept()
  keep({ ...rest, named: { pallet, after } })
}

export const beganWithLot = (pallet: string) => keep({ ...kept(), lotFirst: pallet })

export function subscribe(told: () => void) {
  listeners.add(told)
  addEventListener('storage', told)
  return () => {
    listeners.delete(told)
    removeEventListener('storage', told)
  }
}
