import { type Ops, queued } from './gen/api'

export type Op = keyof Ops
/** Calls that may be queued on a device. */
export type OfflineOp = { [N in Op]: Ops[N]['offline'] extends true ? N : never }[Op]
/** Calls that need the network: an offline command through this door would skip the queue. */
export type OnlineOp = Exclude<Op, OfflineOp>

/** What a mutation touches, from the op's declaration: `shipment:<id>`, one for each where the field is a list. The server derives the same. */
export function subjectsOf(op: OfflineOp, args: object): string[] {
  const fields = args as Record<string, unknown> // read by the declared name; a wrong one gives no subject
  return queued[op].flatMap(({ kind, field }) => {
    const value = fields[field]
    const ids = Array.isArray(value) ? value : [value]
    return ids.filter((id) => typeof id === 'string' || typeof id === 'number').map((id) => `${kind}:${id}`)
  })
}
