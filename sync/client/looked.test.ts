import { beforeEach, describe, expect, it } from 'vitest'
import { apply } from './apply'
import type { Client } from './client'
import { type Effects, effect, effects } from './effect'
import { ready as begun, device, server, work, world } from './testing/scene'
import { Said, wronglyShown } from './testing/shown'

// A guess that searches finds what earlier guesses made, whichever of them was made again last.

/** As the dock area has it, in short: at a load that has a door, the driver who is named or else a namesake, who may be new. */
const driver: Effects = effects([
  effect('Shipment/UpdateDriverDetails', ['dock_shipment', 'dock_driver'], async ({ dock_shipment, dock_driver }, args, made) => {
    const at = await dock_shipment.get(args.ShipmentId)
    if (!at?.door) return
    const [namesake] = await dock_driver.where('name', args.Name)
    const known = (args.DriverId ? await dock_driver.get(args.DriverId) : undefined) ?? namesake
    const before = known ?? ({ id: made.id, warehouse: 'ATL', version: 0, scopes: ['wh:ATL'] } as unknown as NonNullable<typeof known>)
    await dock_driver.put({ ...before, name: args.Name, phone: args.Phone ?? '' })
  }),
])

let c: Client
const place = (id: string, door: string) => world.server.put('dock_shipment', { ...server('dock_shipment', id), id, door })

beforeEach(async () => {
  world.stock('S2')
  place('S1', '')
  place('S2', '4')
  world.server.put('dock_driver', { id: 'D9', name: 'Ben', phone: '', warehouse: 'ATL' })
  c = await begun()
  Object.assign(work(c).cache, { effects: driver })
  device.link = (next) => (path, init) => (path === '/api/sync/push' ? Promise.reject(new TypeError('down')) : next(path, init))
})

const named = (ShipmentId: string, Name: string, DriverId = '') => {
  const args = { ShipmentId, Name, DriverId, Phone: `of ${ShipmentId}` } as never // the rest of it says nothing here
  return work(c).outbox.append({ op: 'Shipment/UpdateDriverDetails', args, subjects: [ShipmentId], user: work(c).person.id })
}
const drivers = async () => (await work(c).cache.db.dock_driver.toArray()).map((d) => `${d.name} ${d.phone}`).sort()

/** The first of both, at S1, and the second, at S2. */
const cases: [string, [string, string?], [string, string?], string[]][] = [
  ['a driver that it should have made', ['Ada'], ['Ada'], ['Ada of S2', 'Ben ']],
  ['a driver whom it should have found by his former name', ['Ben'], ['Carl', 'D9'], ['Carl of S2']],
  ['a driver whose new name it gives', ['Ada', 'D9'], ['Ada'], ['Ada of S2']],
]

describe.each(cases)('a later guess already has %s', (_what, first, second, shown) => {
  const right = async () => {
    expect(await drivers()).toEqual(shown)
    expect(await wronglyShown(c, new Said(), () => world.breathe())).toBeUndefined()
  }

  it('where news lets the earlier one be made', async () => {
    const { cache, engine } = work(c)
    await apply(cache, await named('S1', ...first))
    await apply(cache, await named('S2', ...second))
    place('S1', '7')
    engine.nudge('manual')
    await world.until(async () => (await cache.db.dock_shipment.get('S1'))?.door === '7')
    await right()
  })

  it('where the earlier one is shown late', async () => {
    const { cache, engine } = work(c)
    place('S1', '7')
    engine.nudge('manual')
    await world.until(async () => (await cache.db.dock_shipment.get('S1'))?.door === '7')
    const [one, two] = [await named('S1', ...first), await named('S2', ...second)]
    await apply(cache, two)
    await apply(cache, one)
    await right()
  })
})
