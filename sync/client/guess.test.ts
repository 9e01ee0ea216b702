import Dexie from 'dexie'
import { describe, expect, it } from 'vitest'
import type { Local } from './effect'
import { sendFrom } from './send'
import { device, drained, isPush, load, pallet, ready, same, server, shipment, sign, work, world } from './testing/scene'

describe('read your writes', () => {
  it('an action stays visible from the tap to the pulled row, without a moment in between', async () => {
    const c = await ready()
    const seen: unknown[] = []
    device.link = (next) => async (path, init) => {
      const res = await next(path, init)
      seen.push((await shipment(c))?.loadedPallets)
      return res
    }
    await load(c, 1)
    await drained(c)
    seen.push((await shipment(c))?.loadedPallets)
    expect(new Set(seen)).toEqual(new Set([1]))
  })

  it('a server that wants everything from the beginning each time is asked ever more seldom', async () => {
    const c = await ready()
    let pushes = 0
    device.link = (next) => async (path, init) => {
      if (!isPush(path)) return next(path, init)
      pushes++
      return Response.json({ code: 'start-again', params: {} }, { status: 410, headers: { 'Content-Type': 'application/problem+json' } })
    }
    await load(c, 1)
    await world.pass(60_000)
    expect(pushes).toBeGreaterThan(4)
    expect(pushes).toBeLessThan(20)
    device.link = (next) => next
    await drained(c)
    await same(c)
  })

  it('news from others goes under a guess, and the guess is made again on it', async () => {
    const c = await ready()
    device.link = (next) => async (path, init) => {
      if (isPush(path)) throw new TypeError('down')
      return next(path, init)
    }
    await load(c, 1)
    await sendFrom(c, 'DockView/NoteShort', { ShipmentId: 'S1', PalletId: 'S1P2', Pieces: 2, Note: 'throws in replay' })
    world.server.put('dock_shipment', { ...server('dock_shipment', 'S1'), loadedPallets: 10, door: '7' })
    world.server.put('dock_pallet', { ...server('dock_pallet', 'S1P2'), note: 'changed' })
    await world.until(async () => (await shipment(c))?.door === '7')
    expect(await shipment(c)).toMatchObject({ loadedPallets: 11, state: 'loading' })
    expect((await pallet(c, 'S1P1'))?.state).toBe('loaded') // the same action's other row was not counted twice
    expect(await pallet(c, 'S1P2')).toMatchObject({ state: 'short', note: 'throws in replay' }) // a throwing replay keeps what was shown
    device.link = (next) => next
    await drained(c)
    await same(c)
  })

  it('many guesses are made again on one row that the server changed', async () => {
    world.stock('S2', 80)
    const c = await ready()
    device.link = () => () => Promise.reject(new TypeError('offline'))
    for (let n = 1; n <= 80; n++) await load(c, n, 'S2')
    world.server.patch('dock_shipment', 'S2', { door: '7' })
    const effect = work(c).cache.effects.get('DockView/LoadPallet')
    if (!effect) throw new Error('no effect')
    const { run } = effect
    let outside = 0
    effect.run = (...made) => {
      if (!Dexie.currentTransaction) outside++
      return run(...made)
    }
    let pushes = true // only the pull gets through: all guesses still stand when the row comes
    device.link = (fetch) => (input, init) => (pushes && isPush(input) ? Promise.reject(new TypeError('offline')) : fetch(input, init))
    work(c).engine.nudge('online')
    await world.until(async () => (await shipment(c, 'S2'))?.door === '7')
    expect((await shipment(c, 'S2'))?.loadedPallets).toBe(80)
    effect.run = run
    expect(outside).toBe(0) // what is written outside the transaction can be half of it
    pushes = false
    work(c).engine.nudge('online')
    await drained(c)
    await same(c)
  })

  it('a guess that looks around late, after much that needs no looking, is made again in the same transaction', async () => {
    const c = await ready()
    const effect = work(c).cache.effects.get('DockView/LoadPallet')
    if (!effect) throw new Error('no effect')
    const { run } = effect
    effect.run = async (tables, args, made) => {
      const { dock_shipment, dock_pallet } = tables as unknown as { [K in 'dock_shipment' | 'dock_pallet']: Local<{ id: string }> }
      for (let n = 0; n < 100; n++) await dock_shipment.get('S1') // from the buffer, when it is made again
      expect((await dock_pallet.where('shipmentId' as never, 'S1')).length).toBeGreaterThan(1)
      await run(tables, args, made)
    }
    let pushes = true
    device.link = (fetch) => (input, init) => (pushes && isPush(input) ? Promise.reject(new TypeError('offline')) : fetch(input, init))
    await load(c, 1)
    world.server.patch('dock_shipment', 'S1', { door: '7' })
    work(c).engine.nudge('online')
    await world.until(async () => (await shipment(c))?.door === '7')
    expect(await shipment(c)).toMatchObject({ loadedPallets: 1 })
    expect(
      work(c)
        .engine.diagnostics()
        .filter((n) => String(n.detail?.failed ?? '').includes('Transaction')),
    ).toEqual([])
    effect.run = run
    pushes = false
    work(c).engine.nudge('online')
    await drained(c)
    await same(c)
  })

  it('leads and sends where what waits cannot be shown, and shows it later', async () => {
    const c = await ready()
    device.link = (next) => (path, init) => (isPush(path) ? Promise.reject(new TypeError('down')) : next(path, init))
    await load(c, 1)
    const { cache, engine } = work(c)
    // The reading of what is shown fails a while, as with a store that is being moved.
    const all = cache.db._overlay.toCollection.bind(cache.db._overlay)
    let fails = true
    cache.db._overlay.toCollection = () => {
      if (fails) throw new Error('not now')
      return all()
    }
    engine.handOver()
    await world.until(() => engine.diagnostics().some((n) => n.what === 'unshown'))
    device.link = (next) => next
    await world.until(() => engine.status().waiting === 0)
    fails = false
    await drained(c)
    await same(c)
  })

  it('a row that moves away stays while work on it is unsent', async () => {
    const c = await ready()
    device.link = (next) => async (path, init) => {
      if (isPush(path)) throw new TypeError('down')
      return next(path, init)
    }
    await sign(c)
    world.server.put('dock_shipment', server('dock_shipment', 'S1'), ['wh:DAL'])
    world.server.delete('dock_pallet', 'S1P3')
    await world.until(async () => (await pallet(c, 'S1P3')) === undefined)
    expect((await shipment(c))?.signedBy).toBe('Ada')
    device.link = (next) => next
    await drained(c)
    expect(await shipment(c)).toBeUndefined()
  })
})
