import { describe, expect, it } from 'vitest'
import { sendFrom } from './send'
import { device, drained, isPush, load, pallet, ready, same, shipment, work, world } from './testing/scene'

const nothingGoesOut = () => {
  device.link = (next) => (path, init) => (isPush(path) ? Promise.reject(new TypeError('down')) : next(path, init))
}

describe('what waits is shown', () => {
  it('on rows that come only after it, as when its person has signed out and in again', async () => {
    const c = await ready()
    nothingGoesOut()
    await load(c, 1)
    await c.signOut()
    await c.session.signIn('dock@demo.test', 'lading-demo')
    await c.follow()
    await world.until(async () => (await work(c).cache.state()).complete)
    expect((await pallet(c, 'S1P1'))?.state).toBe('loaded')
    expect((await shipment(c))?.loadedPallets).toBe(1)
    device.link = (next) => next
    work(c).engine.nudge('manual')
    await drained(c)
    await same(c)
  })

  it('where it made a row, however often it is made again', async () => {
    const c = await ready()
    nothingGoesOut()
    await sendFrom(c, 'DockView/AddPallet', {
      ShipmentId: 'S1',
      PalletId: 'NEW',
      Sscc: '',
      Description: '',
      Pieces: 1,
      Over: true,
    })
    for (const door of ['1', '2']) {
      world.server.put('dock_shipment', { ...world.server.get('dock_shipment', 'S1'), id: 'S1', door })
      work(c).engine.nudge('manual')
      await world.until(async () => (await shipment(c))?.door === door)
      expect(await pallet(c, 'NEW')).toMatchObject({ shipmentId: 'S1' })
    }
    device.link = (next) => next
    work(c).engine.nudge('manual')
    await drained(c)
    await same(c)
  })

  it('on a row that it had no need to change, once that is another', async () => {
    const c = await ready()
    nothingGoesOut()
    const told = (short: number) => world.server.put('dock_pallet', { ...world.server.get('dock_pallet', 'S1P1'), id: 'S1P1', short })
    const pulled = () => world.until(async () => (await work(c).cache.state()).version === world.server.version)
    told(3)
    work(c).engine.nudge('manual')
    await pulled()
    await sendFrom(c, 'DockView/NoteShort', { ShipmentId: 'S1', PalletId: 'S1P1', Lpn: '', Pieces: 3, Note: 'only once' })
    expect((await pallet(c, 'S1P1'))?.note).toBe('')
    told(0)
    work(c).engine.nudge('manual')
    await pulled()
    expect(await pallet(c, 'S1P1')).toMatchObject({ short: 3, note: 'only once' })
    device.link = (next) => next
    work(c).engine.nudge('manual')
    await drained(c)
    await same(c)
  })
})
