import { describe, expect, it } from 'vitest'
import { Refusal } from './testing/pushes'
import { device, drained, isPush, ledger, load, ready, same, shipment, sign, work, world } from './testing/scene'

describe('tabs and crashes', () => {
  it('a tab that dies between the outbox and the cache shows the action when it is back', async () => {
    const c = await ready()
    device.link = () => async () => {
      throw new TypeError('down')
    }
    await work(c).outbox.append({
      op: 'DockView/LoadPallet',
      args: { ShipmentId: 'S1', PalletId: 'S1P1', Lpn: '' },
      subjects: ['shipment:S1'],
      user: 'U1',
    })
    expect((await shipment(c))?.loadedPallets).toBe(0)
    device.crash()
    const back = await device.tab()
    await world.until(async () => (await shipment(back))?.loadedPallets === 1)
    device.link = (next) => next
    await drained(back)
    await same(back)
  })

  it('an outcome that the cache did not hear of is made up for', async () => {
    const c = await ready()
    device.link = () => async () => {
      throw new TypeError('down')
    }
    world.server.handlers['DockView/GetSaveSignature'] = () => {
      throw new Refusal('no')
    }
    const m = await sign(c)
    const { outbox } = work(c)
    await outbox.settle((await outbox.queue()).fence, m.device, [{ seq: m.seq, status: 'rejected', code: 'no' }])
    expect((await shipment(c))?.state).toBe('signed')
    device.crash()
    const back = await device.tab()
    await world.until(async () => (await shipment(back))?.state === 'waiting')
  })

  it('a second tab writes, the first one sends', async () => {
    const a = await ready()
    const b = await device.tab()
    await world.until(() => a.work?.engine.leads === true)
    expect(b.work?.engine.leads).toBe(false)
    await Promise.all([load(a, 1), load(b, 2), load(a, 3)])
    await drained(b)
    await same(b)
    expect(world.server.applied.map((x) => x.seq)).toEqual([1, 2, 3])
    await world.until(() => b.work?.engine.status().waiting === 0)
    expect(b.work?.engine.status().state).toBe('polling')
  })

  it('a closed leader is followed at once', async () => {
    const a = await ready()
    const b = await device.tab()
    await world.breathe()
    await a.stop()
    await world.until(() => b.work?.engine.leads === true, 2_000)
    await load(b, 1)
    await drained(b)
  })

  it('a frozen leader is replaced within seven seconds, and fenced when it thaws', async () => {
    const a = await ready()
    let thaw: (() => void) | undefined
    device.link = (next) => async (path, init) => {
      if (isPush(path) && !thaw) {
        // The old leader's request is answered long after it has lost the lead.
        const res = await next(path, init)
        await new Promise<void>((r) => {
          thaw = r
        })
        return res
      }
      return next(path, init)
    }
    await load(a, 1)
    await world.until(() => thaw !== undefined)
    const engine = work(a).engine as unknown as { leader: { beat: () => Promise<void> }; tick: () => void }
    engine.leader.beat = async () => {} // frozen: no heartbeat, no timers
    engine.tick = () => {}
    const b = await device.tab()
    const from = world.clock.now()
    await world.until(() => b.work?.engine.leads === true, 20_000)
    expect(world.clock.now() - from).toBeLessThan(9_000)
    await drained(b)
    const { fence } = await work(b).outbox.queue()
    thaw?.()
    await world.breathe(30)
    expect((await work(b).outbox.queue()).fence).toBe(fence)
    expect(await ledger(b)).toEqual({ recorded: 1, settled: 1, waiting: 0, tray: 0 })
    await same(b)
  })

  it('one refresh serves all tabs', async () => {
    const a = await ready()
    const b = await device.tab()
    await world.breathe()
    world.clock.jump(601_000)
    world.server.signIns.refreshes = 0
    const got = Promise.all([a.session.accessToken(), b.session.accessToken(), a.session.accessToken()])
    let tokens: (string | null)[] = []
    got.then((t) => {
      tokens = t
    })
    await world.until(() => tokens.length > 0)
    expect(new Set(tokens).size).toBe(1)
    expect(world.server.signIns.refreshes).toBe(1)
  })

  it('a clock that is set back holds nothing up', async () => {
    const c = await ready()
    world.clock.jump(-86_400_000)
    await load(c, 1)
    await drained(c)
    await same(c)
    world.server.put('dock_shipment', { id: 'LATER', loadedPallets: 0 })
    await world.until(async () => (await shipment(c, 'LATER')) !== undefined)
  })

  it('a clock that goes out and comes back between two ticks holds nothing up', async () => {
    const c = await ready()
    await world.pass(1_000)
    world.clock.jump(86_400_000)
    await load(c, 1)
    await drained(c) // with all new deadlines made while the clock is wrong
    world.clock.jump(-86_400_000)
    world.server.put('dock_shipment', { id: 'LATER', loadedPallets: 0 })
    await world.until(async () => (await shipment(c, 'LATER')) !== undefined) // nobody touched anything
    await same(c)
  })
})
