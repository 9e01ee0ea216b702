import { type Client, use } from '@sync/client'
import { World } from '@sync/testing/world'
import type { Load, Pallet } from '../load/load'
import { aLoad, aPallet } from './rows'

/** A tablet in a dead spot: a load and its pallets are on it, and what is done waits in its outbox. */
export async function tablet(load: Partial<Load> = {}, pallets: Partial<Pallet>[] = [{}]) {
  const world = new World()
  world.server.put('dock_shipment', { ...aLoad(load) })
  for (const p of pallets) world.server.put('dock_pallet', { ...aPallet(p) })
  const device = world.device()
  const client: Client = await device.signedIn()
  use(client)
  await world.until(async () => (await client.work?.cache.state())?.complete === true)
  device.link = () => () => Promise.reject(new TypeError('offline'))
  return {
    world,
    device,
    client,
    /** What was done here and waits, in order. */
    done: async () => (await client.work?.outbox.db.mutations.orderBy('n').toArray()) ?? [],
    close: () => world.close(),
  }
}
