import { current } from '@sync/client'
import { lotsKey } from './any'
import type { Facts } from './facts'

/** What waits for its pallet, by load; a lot scanned at the board has none yet. Kept on the device: it outlives a lock, a call and a closed app. */
type Waiting = Record<string, { facts: Facts; at: number }>

/** How the worker goes about it. Kept by itself: while nothing waits, no scan need look for it. */
interface Hand {
  at: number
  /** The pallet that somebody scanned again to name it, and the one that was last counted then. */
  named?: { pallet: string; after: string }
  /** The pallet that took a lot which was scanned before it. */
  lotFirst?: string
}

const atBoard = 'board'
const aShift = 12 * 3_600_000
const handKey = `${lotsKey}.hand`

/** Whose it is: a tablet passes from hand to hand, also without a sign-out. */
const person = () => current().work?.cache.db.name

const listeners = new Set<() => void>()

const written = <T extends object>(kept: T) => JSON.stringify({ ...kept, by: person() })

/** Nothing of what another person's work left. */
function parsed<T>(text: string | null): Partial<T> {
  try {
    const kept = JSON.parse(text ?? '{}') as Partial<T> & { by?: string } // our own writing
    return kept.by === person() ? kept : {}
  } catch {
    return {}
  }
}

const none: Waiting = {}
let last: { text: string | null; by: string | undefined; waiting: Waiting } = { text: null, by: undefined, waiting: none }

/** The same objects as long as nothing changes: screens compare them. */
function all(): Waiting {
  const text = localStorage.getItem(lotsKey)
  const by = person()
  if (text !== last.text || by !== last.by) last = { text, by, waiting: parsed<{ waiting: Waiting }>(text).waiting ?? none }
  return last.waiting
}

/** The goods of a shift that is over have gone, and their lots with them. */
const holds = (one: { at: number } | undefined) => one !== undefined && Date.now() - one.at < aShift

const still = (waiting: Waiting): Waiting => Object.fromEntries(Object.entries(waiting).filter(([, w]) => holds(w)))

function keep(next: Waiting) {
  const waiting = still(next)
  if (Object.keys(waiting).length === 0) localStorage.removeItem(lotsKey)
  else localStorage.setItem(lotsKey, written({ waiting }))
  for (const told of listeners) told()
}

/** Forgets what waited too long, so that scans need not look for it any more. */
export function dropOld() {
  const now = Object.keys(still(all())).length
  if (now === 0 || now < Object.keys(all()).length) keep(all())
}

/** What waits at a load, or came from the board. */
export const waitsAt = (load: string | undefined): Facts | undefined =>
  [all()[load ?? atBoard], load ? all()[atBoard] : undefined].find(holds)?.facts

/** Adds to what waits: the lot of one label and the day of the next are of the same pallet, also where the first was scanned at the board. */
export function hold(load: string | undefined, facts: Facts) {
  const { [atBoard]: _moved, ...loads } = all()
  const one = { facts: { ...waitsAt(load), ...facts }, at: Date.now() }
  keep({ ...loads, [load ?? atBoard]: one })
}

/** What waited was joined, or forgotten. */
export function settle(load: string | undefined) {
  const { [load ?? atBoard]: _gone, [atBoard]: _board, ...waiting } = all()
  keep(waiting)
}

export function hand(): Omit<Hand, 'at'> {
  const { at = 0, ...kept } = parsed<Hand>(localStorage.getItem(handKey))
  return holds({ at }) ? kept : {}
}

function keepHand(next: Omit<Hand, 'at'>) {
  try {
    localStorage.setItem(handKey, written<Hand>({ ...next, at: Date.now() }))
  } catch {
    // A full store costs the way of working, never the scan.
  }
}

/** Who names a pallet by scanning it again goes on with that one, however it began. */
export const name = (pallet: string, after: string) => keepHand({ named: { pallet, after } })

export const beganWithLot = (pallet: string) => keepHand({ ...hand(), lotFirst: pallet })

export function subscribe(told: () => void) {
  listeners.add(told)
  addEventListener('storage', told)
  return () => {
    listeners.delete(told)
    removeEventListener('storage', told)
  }
}
