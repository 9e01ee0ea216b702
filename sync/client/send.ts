import { apply } from './apply'
import { acting, type Client, current, type Work } from './client'
import type { Ops } from './gen/api'
import type { Draft, Mutation } from './mutation'
import { type OfflineOp, subjectsOf } from './ops'
import type { TrayItem } from './outboxDb'

/** Records what a person did. The outbox write is the commit point; what the screen shows is derived from it and replayed if the tab dies between the two. */
export function send<N extends OfflineOp>(op: N, args: Ops[N]['req']): Promise<Mutation> {
  return sendFrom(current(), op, args)
}

export async function sendFrom<N extends OfflineOp>(
  client: Client,
  op: N,
  args: Ops[N]['req'],
  more: Partial<Draft> = {},
): Promise<Mutation> {
  const { mutation, show } = await keepFrom(client, op, args, more)
  await show()
  return mutation
}

/** An action that has happened. */
export interface Kept {
  mutation: Mutation
  /** Has the device's rows show it, and sends it. Never fails: it has happened all the same. */
  show(): Promise<void>
}

/** As send, for whoever answers a person as soon as it has happened, before anything is done about it. */
export function keep<N extends OfflineOp>(op: N, args: Ops[N]['req']): Promise<Kept> {
  return keepFrom(current(), op, args)
}

async function keepFrom<N extends OfflineOp>(client: Client, op: N, args: Ops[N]['req'], more: Partial<Draft> = {}): Promise<Kept> {
  const work = acting(client)
  const mutation = await work.outbox.append({ op, args, subjects: subjectsOf(op, args), user: work.person.id, ...more })
  return { mutation, show: () => show(work, mutation) }
}

async function show({ cache, engine }: Work, mutation: Mutation): Promise<void> {
  try {
    await apply(cache, mutation)
    engine.shown(mutation)
  } catch (err) {
    // A full disk or a cache that a newer app has taken costs the preview alone. Thrown on, a person would do it twice.
    engine.unshown(err)
  }
  engine.nudge('send')
}

/** Does refused work again with what a person corrected: a new mutation that replaces the old one. */
export function sendAgain<N extends OfflineOp>(item: TrayItem & { op: N }, args: Ops[N]['req'], client = current()): Promise<Mutation> {
  return sendFrom(client, item.op, args, { replaces: item.seq, replacesDevice: item.device, answers: item.n })
}

/** Gives refused work up. That is an action too: the server's tray must hear of it. */
export async function discard(item: TrayItem, client = current()): Promise<Mutation> {
  const device = (await client.work?.outbox.queue())?.device
  return sendFrom(client, 'Sync/Discard', item.device === device ? { Seq: item.seq } : { Seq: item.seq, Device: item.device }, {
    answers: item.n,
  })
}
