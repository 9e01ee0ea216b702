import type { Dexie, Table } from 'dexie'
import type { OrgLease } from './gen/api'
import { numberOf } from './number'

/**
 * A block of numbers that this device may use up, as the outbox keeps it: beside its queue record, whose store has room for it, so that a number
 * and the mutation that uses it are written by one transaction or not at all. A tab that dies between the two cannot use a number twice.
 */
export interface HeldLease extends OrgLease {
  key: string
  /** The device that it was given to: a cloned device gets another identity, and nothing of this. */
  device: string
  /** The first serial that is not used yet. */
  next: number
}

export type NumberKind = OrgLease['kind']

/** A number that a mutation wants: in which of its arguments, and of what kind. */
export type Wanted =
  | { into: string; kind: NumberKind; carrier?: string }
  /** The whole rest of a lease, to give it back. */
  | { rest: string }

/** What is taken from a lease: the serials from `from` up to, and not with, `to`. */
export interface Taken {
  key: string
  from: number
  to: number
}

/** This device holds no number of the kind any more. Nothing was done. */
export class NoNumbers extends Error {
  override readonly name = 'NoNumbers'
  constructor(
    readonly kind: NumberKind,
    readonly carrier: string,
  ) {
    super(`no ${kind} ${carrier} is left on this device`)
  }
}

export const keyOf = (id: string) => `lease:${id}`

/** The store of the queue record holds records by their key, of whatever shape. */
export const leases = (db: Dexie) => db.table('meta') as Table<HeldLease, string>

/** Finds numbers for what is wanted, the oldest lease first. */
export function choose(held: HeldLease[], device: string, wanted: Wanted[]): { args: Record<string, string | number>; taken: Taken[] } {
  const args: Record<string, string | number> = {}
  const taken = new Map<string, Taken>()
  const nextOf = (l: HeldLease) => taken.get(l.key)?.to ?? l.next
  const mine = held.filter((l) => l.device === device).sort((a, b) => (a.id < b.id ? -1 : 1))
  for (const want of wanted) {
    if ('rest' in want) {
      const lease = mine.find((l) => l.id === want.rest)
      if (!lease || nextOf(lease) > lease.last) throw new Error(`lease ${want.rest} has no rest`)
      args.Lease = lease.id
      args.Next = nextOf(lease)
      taken.set(lease.key, { key: lease.key, from: lease.next, to: lease.last + 1 })
      continue
    }
    const { into, kind, carrier = '' } = want
    const lease = mine.find((l) => l.kind === kind && l.carrier === carrier && nextOf(l) <= l.last)
    if (!lease) throw new NoNumbers(kind, carrier)
    const serial = nextOf(lease)
    args[into] = numberOf(lease, serial)
    taken.set(lease.key, { key: lease.key, from: lease.next, to: serial + 1 })
  }
  return { args, taken: [...taken.values()] }
}

/** How many numbers are left, for each kind and carrier. */
export function leftOf(held: HeldLease[], device: string, kind: NumberKind, carrier = ''): number {
  return held
    .filter((l) => l.device === device && l.kind === kind && l.carrier === carrier)
    .reduce((n, l) => n + Math.max(0, l.last - l.next + 1), 0)
}
