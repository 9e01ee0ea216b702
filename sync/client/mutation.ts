import type { Wanted } from './leases'
import type { FieldError } from './wire'

/** A mutation as it travels (see the wire in the design) plus what the device remembers of it. */
export interface Mutation {
  /** Order on this device for ever. seq is not that: a cloned device starts a new count under a new identity. */
  n: number
  id: string
  device: string
  seq: number
  op: string
  args: Record<string, unknown>
  subjects: string[]
  at: string
  atRaw: string
  user: string
  replaces: number | null
  /** The identity that the replaced work was sent under, where that is not this mutation's own. */
  replacesDevice?: string
  sig: string
  state: State
  outcome: Outcome | null
  settledAt: number
  /** A person has answered its refusal: a further refusal, under a new epoch, must not ask again. */
  answered?: boolean
  /** It was applied in an earlier life of the server's database, at this version: rows of then hold it, though it is offered again. */
  held?: { epoch: string; version: number }
  /** The server does not take it as it is: what goes out in its place, under its number. */
  unsent?: { args: Record<string, unknown>; sig: string }
}

/** The op of what goes out in the place of work that the server does not take as it is. */
export const unsentOp = 'Sync/Unsent'

export const waiting = 0
export const settled = 1
export type State = typeof waiting | typeof settled

export interface Outcome {
  status: 'applied' | 'rejected' | 'parked'
  code?: string
  params?: Record<string, unknown>
  /** Fields that break a rule. */
  errors?: FieldError[]
  version?: number
  row?: Record<string, unknown> | null
}

export interface Result extends Omit<Outcome, 'status'> {
  seq: number
  status: Outcome['status'] | 'retry'
}

export interface Draft {
  op: string
  args: object
  subjects: string[]
  user: string
  replaces?: number | null
  /** The identity that the replaced work was sent under. */
  replacesDevice?: string
  /** The tray item (its n) that this mutation answers. */
  answers?: number
  id?: string
  /** Numbers that it uses up: each is taken from this device's leases in the very write that keeps the mutation. */
  numbers?: Wanted[]
}

/** How a mutation is named by others: its number under its identity. */
export const named = (device: string, seq: number) => `${device}/${seq}`
