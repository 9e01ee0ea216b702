import { describe, expect, it } from 'vitest'
import { sleep } from './env'
import { sendFrom } from './send'
import { cursorAt } from './testing/page'
import { device, drained, isPush, ledger, load, pallet, ready, same, server, shipment, work, world } from './testing/scene'

describe('pokes', () => {
  it('an inline change is taken where it fits, and pulled where it does not', async () => {
    const c = await ready()
    await world.breathe() // the pull that has just shown everything ends
    const { engine } = work(c)
    const { cursor, version } = await work(c).cache.state()
    const pulls = world.server.pulls.length
    world.server.put('dock_shipment', { id: 'P', loadedPallets: 0 })
    const next = cursorAt(cursor, version + 1)
    const page = {
      put: { dock_shipment: [{ id: 'P', loadedPallets: 0, version: version + 1, scopes: ['wh:ATL'] }] },
      cursor: next,
      more: false,
      epoch: 'E1',
      version: version + 1,
      settled: 0,
      replicated: 0,
    }
    await engine.poked({ version: version + 1, epoch: 'E1', from: cursor, page })
    expect(await shipment(c, 'P')).toBeDefined()
    expect(world.server.pulls).toHaveLength(pulls)
    world.server.put('dock_shipment', { id: 'Q', loadedPallets: 0 })
    await engine.poked({ version: version + 2, epoch: 'E1', from: 'elsewhere', page })
    await world.until(async () => (await shipment(c, 'Q')) !== undefined, 3_000)
  })

  it('one after the other are taken, though the second comes while the first is being written', async () => {
    const c = await ready()
    await world.breathe()
    const { engine } = work(c)
    const { cursor, version } = await work(c).cache.state()
    const pulls = world.server.pulls.length
    const at = (v: number) => (v === version ? cursor : cursorAt(cursor, v))
    const poke = (id: string, v: number) => {
      world.server.put('dock_shipment', { id, loadedPallets: 0 })
      const row = { id, loadedPallets: 0, version: v, scopes: ['wh:ATL'] }
      const page = { put: { dock_shipment: [row] }, cursor: at(v), more: false, epoch: 'E1', version: v, settled: 0, replicated: 0 }
      return engine.poked({ version: v, epoch: 'E1', from: at(v - 1), page })
    }
    await Promise.all([poke('P', version + 1), poke('Q', version + 2)])
    expect(await shipment(c, 'P')).toBeDefined()
    expect(await shipment(c, 'Q')).toBeDefined()
    expect(world.server.pulls).toHaveLength(pulls)
    await same(c)
  })

  it('with the rows of our own work, before its answer, leave nothing to be pulled or guessed, and show nothing twice', async () => {
    const c = await ready()
    await world.breathe()
    const { engine } = work(c)
    const { cursor, version: before } = await work(c).cache.state()
    const pulls = world.server.pulls.length
    const counts: unknown[] = []
    device.link = (next) => async (path, init) => {
      const answer = await next(path, init)
      if (!isPush(path)) return answer
      const { version } = world.server
      const put = { dock_shipment: [server('dock_shipment', 'S1')], dock_pallet: [server('dock_pallet', 'S1P1')] }
      const page = {
        put,
        cursor: cursorAt(cursor, version),
        more: false,
        epoch: 'E1',
        version,
        settled: 1,
        replicated: 1,
        applied: world.server.heldSince((await work(c).outbox.queue()).device, before),
      }
      await engine.poked({ version, epoch: 'E1', from: cursor, page })
      counts.push((await shipment(c))?.loadedPallets)
      return answer
    }
    await load(c, 1)
    await drained(c)
    expect(counts).toEqual([1])
    await world.pass(5_000)
    expect(world.server.pulls).toHaveLength(pulls)
    expect(await work(c).outbox.db.mutations.count()).toBe(0)
    await same(c)
  })

  it('that name another work under our number, as a copy of this device may have used it, leave ours waiting', async () => {
    const c = await ready()
    await world.breathe()
    const { engine } = work(c)
    const { cursor, version } = await work(c).cache.state()
    const left: unknown[] = []
    device.link = (next) => async (path, init) => {
      if (!isPush(path) || left.length > 0) return next(path, init)
      const at = cursorAt(cursor, version + 1)
      const applied = [{ seq: 1, id: 'SOMEBODY-ELSE', version: version + 1 }]
      const page = { put: {}, cursor: at, more: false, epoch: 'E1', version: version + 1, settled: 1, replicated: 1, applied }
      await engine.poked({ version: version + 1, epoch: 'E1', from: cursor, page })
      left.push((await ledger(c)).waiting, (await shipment(c))?.loadedPallets)
      throw new TypeError('no network')
    }
    await load(c, 1)
    await world.until(() => left.length > 0)
    expect(left).toEqual([1, 1])
    await drained(c)
    expect(server('dock_shipment', 'S1').loadedPallets).toBe(1)
  })

  it('that take a row away before our work on it is answered leave nothing of it, even where the work made again changes nothing', async () => {
    const c = await ready()
    await world.breathe()
    const { engine } = work(c)
    const { cursor } = await work(c).cache.state()
    device.link = (next) => async (path, init) => {
      const answer = await next(path, init)
      if (!isPush(path)) return answer
      const { version } = world.server
      const at = cursorAt(cursor, version)
      const page = { put: {}, gone: { dock_pallet: ['S1P1'] }, cursor: at, more: false, epoch: 'E1', version, settled: 1, replicated: 1 }
      await engine.poked({ version, epoch: 'E1', from: cursor, page })
      return answer
    }
    await sendFrom(c, 'DockView/NoteShort', { ShipmentId: 'S1', PalletId: 'S1P1', Pieces: 2, Note: 'only once' })
    expect((await pallet(c, 'S1P1'))?.short).toBe(2)
    await drained(c)
    expect(await pallet(c, 'S1P1')).toBeUndefined()
  })

  it('spare the pull of what has come by itself, and no other', async () => {
    const c = await ready()
    await world.breathe()
    const { engine } = work(c)
    const { version } = await work(c).cache.state()
    const pulls = () => world.server.pulls.length
    const before = pulls()
    await engine.poked({ epoch: 'E1', version }) // shown already
    await world.pass(5_000)
    expect(pulls()).toBe(before)
    await engine.poked({ epoch: 'E1', version: version + 1 }) // not shown
    await world.pass(5_000)
    expect(pulls()).toBe(before + 1)
    await engine.poked({ epoch: 'E1', version })
    engine.nudge('visible') // nobody says of what
    await world.pass(5_000)
    expect(pulls()).toBe(before + 2)
    await engine.poked({ epoch: 'E1', version })
    await world.pass(70_000) // the plain look comes all the same
    expect(pulls()).toBe(before + 3)
  })

  it.each([
    { push: 2_000, pullsMeanwhile: 0 },
    { push: 10_000, pullsMeanwhile: 1 },
  ])('wait for a push of $push ms that is under way, but not for ever', async ({ push, pullsMeanwhile }) => {
    const c = await ready()
    await world.pass(1_000)
    let meanwhile: number | undefined
    device.link = (next) => async (path, init) => {
      if (!isPush(path)) return next(path, init)
      const pulls = world.server.pulls.length
      void work(c).engine.poked({ epoch: 'E1', version: world.server.version + 1 }) // of another's work
      await sleep(world.clock, push)
      meanwhile = world.server.pulls.length - pulls
      return next(path, init)
    }
    await load(c, 1)
    world.server.put('dock_shipment', { id: 'THEIRS', loadedPallets: 0 })
    await drained(c)
    expect(meanwhile).toBe(pullsMeanwhile)
    expect(await shipment(c, 'THEIRS')).toBeDefined()
    await same(c)
  })
})
