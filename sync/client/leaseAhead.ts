import { callFrom } from './call'
import { type Client, current } from './client'
import type { Mutation } from './mutation'
import { sendFrom } from './send'

/** Asks the server for what is missing to a shift's worth. Does nothing where nobody can be asked for this device yet. */
export async function leaseAhead(client: Client = current()): Promise<void> {
  const { work } = client
  if (!work) return
  const { device, enrolled, users } = await work.outbox.queue()
  if (!enrolled || !users.includes(work.person.id)) return
  const held = (await work.outbox.leases()).filter((l) => l.device === device)
  const { Leases } = await callFrom(client, 'Org/LeaseNumbers', {
    Device: device,
    Have: held.map(({ id, next }) => ({ Lease: id, Next: next })),
  })
  await work.outbox.keepLeases(device, Leases)
}

/** Gives back what this device has left of all its leases, through the queue: behind everything that used them. */
export async function giveBack(client: Client = current()): Promise<Mutation[]> {
  const { work } = client
  if (!work) return []
  const { device } = await work.outbox.queue()
  const sent: Mutation[] = []
  for (const lease of await work.outbox.leases())
    if (lease.device === device && lease.next <= lease.last)
      sent.push(await sendFrom(client, 'Org/ReturnNumbers', { Lease: lease.id, Next: lease.next }, { numbers: [{ rest: lease.id }] }))
  return sent
}
