import { shipmentStates } from '@sync/gen/states'
import type { Shipment } from '@sync/gen/tables'
import type { Status } from '@/kit/status/statuses'

/** One permitted move, as the server's own table has it. */
export interface Move {
  from: Status
  action: string
  to: Status
  op?: string
  asks?: string
  guard?: string
}

const moves = shipmentStates as Move[] // the generated table holds the letters as plain text

/** What a move asks of the shipment beyond its status; the same conditions as in server/shipment/states.go. */
const guards: Record<string, (s: Guarded, m: Move) => boolean> = {
  carrier: (s) => s.carrier !== '',
  signed: (s) => s.signedAt !== null,
  'not-on-dock': (s) => !s.onDock,
  'came-from': (s, m) => s.back === m.to,
}

export type Guarded = Pick<Shipment, 'status' | 'carrier' | 'signedAt' | 'onDock' | 'back'>

export const byStatus = 'Shipment/UpdateStatusCode'

/** The moves that somebody may make by hand now, in the table's order. */
export const movesOf = (s: Guarded): Move[] =>
  moves.filter((m) => m.from === s.status && m.op && (!m.guard || (guards[m.guard]?.(s, m) ?? false)))

/** The moves that a status knows at all, whatever the shipments in it are like. */
export const movesFrom = (status: Status): Move[] => moves.filter((m) => m.from === status && m.op)

const ahead: Partial<Record<Status, string>> = { O: 'rate', S: 'rate', Q: 'tender', H: 'resume', T: 'confirm', A: 'deliver', X: 'restore' }

/** Whether a move brings a shipment on its way; going back or aside is never the next action. */
export const onward = (m: Move) => ahead[m.from] === m.action

/** The moves by hand that a swipe makes: to the right on its way, to the left back or aside. */
export function swipes(s: Guarded): { right?: Move; left?: Move } {
  const offered = movesOf(s).filter((m) => m.op === byStatus)
  const right = offered.find(onward) ?? offered.find((m) => m.action === 'in-transit')
  const left = offered.find((m) => m !== right && m.action !== 'in-transit')
  return { ...(right ? { right } : {}), ...(left ? { left } : {}) }
}

/** Whether a move is offered for this shipment. */
export const mayMove = (s: Guarded, m: Move): boolean => movesOf(s).some((o) => o.from === m.from && o.to === m.to && o.action === m.action)

/** The row after a move by hand: what the server does, as far as it can be known here. */
export function moved<S extends Shipment>(s: S, to: Status, at: string): S | undefined {
  const move = movesOf(s).find((m) => m.op === byStatus && m.to === to)
  if (!move) return undefined
  return {
    ...s,
    status: to,
    back: '',
    ...(move.from === 'X' ? { exception: '', reason: '' } : {}),
    ...(to === 'D' ? { deliveredAt: at } : {}),
    ...(to === 'A' ? { onDock: false } : {}),
    changedAt: at,
  }
}

/** The way back from a move, where the table has one that asks nothing: what Undo sends. */
export function wayBack(s: Shipment, move: Move): Status | undefined {
  const then = moved(s, move.to, '')
  return then && move.from !== 'X' && movesOf(then).some((m) => m.op === byStatus && m.to === move.from) ? move.from : undefined
}
