import { expect, it } from 'vitest'
import { refresh } from './refresh'
import { device, drained, isPush, load, pallet, ready, same, shipment, work, world } from './testing/scene'

it('all rows are fetched anew, under what waits, and a row that should not be there goes', async () => {
  const c = await ready()
  device.link = (next) => (path, init) => (isPush(path) ? Promise.reject(new TypeError('down')) : next(path, init))
  await load(c, 1)
  const { cache } = work(c)
  await cache.keepAnswer('Some/Call {}', { old: true })
  const table = cache.db.table('dock_shipment')
  const row = (await table.get('S1')) as object
  await table.bulkPut([
    { ...row, id: 'S1', door: 'wrong' },
    { ...row, id: 'NOT-THERE' },
  ])
  let done = false
  void refresh(c).then(() => {
    done = true
  })
  await world.until(async () => done)
  expect((await shipment(c))?.door).not.toBe('wrong')
  expect(await table.get('NOT-THERE')).toBeUndefined()
  expect(await cache.answer('Some/Call {}')).toBeUndefined()
  expect((await pallet(c, 'S1P1'))?.state).toBe('loaded')
  device.link = (next) => next
  work(c).engine.nudge('manual')
  await drained(c)
  await same(c)
})

it('without a server it says so, and the rows stay', async () => {
  const c = await ready()
  device.link = () => () => Promise.reject(new TypeError('down'))
  const refused = expect(refresh(c)).rejects.toMatchObject({ name: 'NoContact' })
  await world.until(async () => (await work(c).cache.state()).cursor === '')
  await world.pass(45_000)
  await refused
  expect(await shipment(c)).toBeDefined()
})
