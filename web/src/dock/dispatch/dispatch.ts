import { isOpen, type Load } from '../load/load'
import { soonestIn } from '../load/soonest'

export interface Door {
  name: string
  /** The load that stands there. */
  at: Load | undefined
  /** Those that are planned behind it, the soonest first. */
  next: Load[]
}

export interface Dispatch {
  doors: Door[]
  /** Trucks that are here and stand at no door, the longest waiting first. */
  yard: Load[]
  /** Trucks that are not here yet, the soonest first. */
  coming: Load[]
  /** Loads past their window, wherever they are. */
  late: ReadonlySet<string>
  free: number
  loading: number
}

const minute = 60_000
const grace = 15 * minute
const quiet = 15 * minute
const ms = (at: string | null) => (at ? Date.parse(at) : undefined)

/** Until when the truck was to be loaded: the end of its window, or a quarter of an hour past the time that was agreed. */
export function dueBy(load: Pick<Load, 'dueBy' | 'dueAt'>): number | undefined {
  const at = ms(load.dueAt)
  return ms(load.dueBy) ?? (at === undefined ? undefined : at + grace)
}

/** Past its window and not closed: the truck that did not come, or the one that we keep. */
export function isLate(load: Load, now: number, today: string): boolean {
  if (!isOpen(load) || load.state === 'loaded') return false
  const by = dueBy(load)
  return by === undefined ? load.shipOn < today : by < now
}

/** Loading was begun, and nothing was scanned for a while. */
export function stalled(load: Load, now: number): boolean {
  const last = ms(load.workedAt)
  return load.state === 'loading' && last !== undefined && now - last > quiet
}

/** Since when a truck has been waiting for a door. */
export const waitingSince = (load: Load): string | null => load.arrivedAt

export const here = (s: Pick<Load, 'state'>) => s.state === 'arrived' || s.state === 'loading' || s.state === 'loaded'

const numbers = new Intl.Collator('en', { numeric: true })
/** Lays the loads out as a dispatcher works them: what stands where, who waits for a door, who is to come. `today` is the day in the warehouse's zone. */
export function dispatchOf(
  loads: readonly Load[],
  doors: readonly string[],
  now: number,
  today: string,
  zone: string | undefined,
): Dispatch {
  const soonest = soonestIn(zone)
  const longest = (a: Load, b: Load) => (ms(a.arrivedAt) ?? 0) - (ms(b.arrivedAt) ?? 0) || soonest(a, b)
  // Of several at one door the one that is worked on stands there; a truck that only came to be sent there waits.
  const firm = (a: Load, b: Load) => Number(a.state === 'arrived') - Number(b.state === 'arrived') || longest(a, b)
  const open = loads.filter((s) => isOpen(s) && (s.shipOn <= today || here(s)))
  const at = new Map<string, Load>()
  for (const s of open.filter((s) => s.door && here(s)).sort(firm)) if (!at.has(s.door)) at.set(s.door, s)
  const next = new Map<string, Load[]>()
  for (const s of open.filter((s) => s.door && at.get(s.door)?.id !== s.id).sort(soonest))
    next.set(s.door, [...(next.get(s.door) ?? []), s])
  // A worker may have typed a door that the warehouse does not list: what stands there is shown all the same.
  const unlisted = [...new Set([...at.keys(), ...next.keys()])].filter((name) => !doors.includes(name)).sort(numbers.compare)
  const all = [...doors, ...unlisted].map((name) => ({ name, at: at.get(name), next: next.get(name) ?? [] }))
  return {
    doors: all,
    yard: open.filter((s) => here(s) && at.get(s.door)?.id !== s.id).sort(longest),
    coming: open.filter((s) => s.state === 'waiting').sort(soonest),
    late: new Set(open.filter((s) => isLate(s, now, today)).map((s) => s.id)),
    free: all.filter((d) => !d.at).length,
    loading: open.filter((s) => s.state === 'loading').length,
  }
}

/** Who stands in the way of sending a load to a door; the server's rule (server/dock/door.go). */
export function inTheWay(load: Load, door: Door | undefined): Load | undefined {
  return here(load) && door?.at && door.at.id !== load.id ? door.at : undefined
}

/** A door as somebody types it: by its whole name, or the only one that begins so. */
export function doorTyped(text: string, doors: readonly Door[]): Door | undefined {
  const wanted = text.trim().toUpperCase()
  if (!wanted) return undefined
  const whole = doors.find((d) => d.name.toUpperCase() === wanted)
  const begun = doors.filter((d) => d.name.toUpperCase().startsWith(wanted))
  return whole ?? (begun.length === 1 ? begun[0] : undefined)
}
