import { describe, expect, it } from 'vitest'
import { drainOutbox } from './drain'
import type { Mutation } from './mutation'
import { Session } from './session'
import { cursorAt } from './testing/page'
import { Fault, Refusal, RolledBack } from './testing/pushes'
import { device, drained, isPush, ledger, load, pallet, ready, same, server, shipment, sign, work, world } from './testing/scene'

describe('identity', () => {
  it('a cloned device gets a new name, and nothing is skipped or done twice', async () => {
    const c = await ready()
    device.link = () => async () => {
      throw new TypeError('down')
    }
    await load(c, 1)
    const { outbox } = work(c)
    // The copy: the same identity, the same first action, then one of its own.
    const me = await outbox.device()
    const twin = await import('./canonical')
    const [first] = await outbox.nextBatch(1)
    const other = { ...(first as Mutation), seq: 2, id: 'TWIN', args: { ShipmentId: 'S1', PalletId: 'S1P3', Lpn: '' } }
    other.sig = await twin.sign(crypto.subtle, me.keys.privateKey, twin.signedText(other))
    device.link = (next) => next
    const token = await c.session.accessToken()
    await world.server.fetch('/api/sync/push', {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
      body: JSON.stringify({
        device: me.id,
        mutations: [first, other].map((m) => ({
          ...m,
          state: undefined,
          outcome: undefined,
          settledAt: undefined,
          n: undefined,
        })),
      }),
    })
    expect(world.server.applied).toHaveLength(2)
    await load(c, 2)
    await sign(c)
    await drained(c)
    await same(c)
    expect((await outbox.queue()).device).not.toBe(me.id)
    expect(world.server.applied).toHaveLength(4)
    expect(world.server.get('dock_shipment', 'S1')).toMatchObject({ loadedPallets: 3, state: 'signed' })
    expect(await ledger(c)).toEqual({ recorded: 3, settled: 3, waiting: 0, tray: 0 })
  })

  it('work of two identities that a restored server knows nothing of goes out in the order in which it was done', async () => {
    world.server.backup()
    const c = await ready()
    const { outbox } = work(c)
    world.server.replicate = false
    const done = [await load(c, 1)]
    await world.until(async () => (await ledger(c)).settled === 1)
    const { device: first, fence } = await outbox.queue()
    await outbox.requeue(fence, first) // as after a fork
    done.push(await load(c, 2), await sign(c))
    await world.until(async () => (await ledger(c)).settled === 3)
    const second = (await outbox.queue()).device
    world.server.applied = []
    world.server.restore('E2')
    await world.until(async () => world.server.applied.length === 3, 300_000)
    world.server.replicate = true
    await drained(c)
    await same(c)
    expect(world.server.applied.map((m) => m.id)).toEqual(done.map((m) => m.id))
    expect([first, second]).not.toContain((await outbox.queue()).device)
    expect(await ledger(c)).toEqual({ recorded: 3, settled: 3, waiting: 0, tray: 0 })
  })

  it('what the server cannot take yet under one identity is not overtaken under the next', async () => {
    const c = await ready()
    const { outbox } = work(c)
    world.server.replicate = false
    world.server.backup()
    const done = [await load(c, 1)]
    await world.until(async () => (await ledger(c)).settled === 1)
    const { device: first, fence } = await outbox.queue()
    await outbox.requeue(fence, first) // as after a fork
    done.push(await load(c, 1))
    await world.until(async () => (await ledger(c)).settled === 2)
    world.server.applied = []
    const good = world.server.handlers['DockView/LoadPallet']
    let failed = false
    world.server.handlers['DockView/LoadPallet'] = (args, m) => {
      if (!failed) {
        failed = true
        throw new Fault()
      }
      good?.(args, m)
    }
    world.server.restore('E2') // it knows the first identity, and neither action
    await world.until(async () => world.server.applied.length === 2, 300_000)
    world.server.replicate = true
    await drained(c)
    expect(world.server.applied.map(({ id, device }) => ({ id, first: device === first }))).toEqual([
      { id: done[0]?.id, first: true },
      { id: done[1]?.id, first: false },
    ])
  })

  it('numbers that an older app left out of order are given anew', async () => {
    const c = await ready()
    device.link = () => async () => {
      throw new TypeError('down')
    }
    const done = [await load(c, 1), await load(c, 2), await sign(c)]
    const { outbox } = work(c)
    const { device: id } = await outbox.queue()
    const { signedText, sign: signText } = await import('./canonical')
    const { privateKey } = (await outbox.device()).keys
    const [a, b, x] = await outbox.nextBatch(3)
    const turned = [
      { ...(a as Mutation), seq: 2 },
      { ...(b as Mutation), seq: 3 },
      { ...(x as Mutation), seq: 1 },
    ]
    for (const m of turned) m.sig = await signText(crypto.subtle, privateKey, signedText(m))
    await outbox.db.mutations.clear()
    await outbox.db.mutations.bulkPut(turned)
    device.link = (next) => next
    await drained(c)
    expect(world.server.applied.map((m) => m.id)).toEqual(done.map((m) => m.id))
    expect((await outbox.queue()).device).not.toBe(id)
  })

  it('what the server could not keep this time is no hole in the numbers', async () => {
    const c = await ready()
    const { outbox } = work(c)
    const { device: id } = await outbox.queue()
    const good = world.server.handlers['DockView/LoadPallet']
    let lost = 0
    world.server.handlers['DockView/LoadPallet'] = (args, m) => {
      if (lost++ < 3) throw new RolledBack()
      good?.(args, m)
    }
    device.link = () => async () => {
      throw new TypeError('down')
    }
    for (let i = 0; i < 3; i++) for (const s of ['S1', 'S1', 'S1']) await load(c, 1 + i, s)
    c.work?.engine.nudge('manual')
    device.link = (next) => async (path, init) => {
      if (!isPush(path)) return next(path, init)
      const body = JSON.parse(String(init?.body)) as { mutations: unknown[] }
      // In small pushes, so that some stand behind the one that was lost.
      if (body.mutations.length > 2)
        return new Response('{"code":"body-too-large"}', { status: 413, headers: { 'Content-Type': 'application/problem+json' } })
      return next(path, init)
    }
    await drained(c)
    expect((await outbox.queue()).device).toBe(id)
    expect(world.server.applied.map((m) => m.seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  it('an answer about the identity before says nothing of what was done under the next', async () => {
    const c = await ready()
    await load(c, 1)
    await load(c, 2)
    await drained(c)
    const { outbox, engine, cache } = work(c)
    const { device: before, fence } = await outbox.queue()
    let asked = false
    let arrive = () => {}
    const late = new Promise<void>((resolve) => {
      arrive = resolve
    })
    device.link = (next) => async (path, init) => {
      const answer = await next(path, init)
      if (path === '/api/sync/pull' && !asked) {
        asked = true
        await late
      }
      return answer
    }
    world.server.put('dock_shipment', { id: 'P', loadedPallets: 0 })
    engine.nudge('manual')
    await world.until(() => asked)
    await outbox.requeue(fence, before)
    world.server.handlers['DockView/LoadPallet'] = () => {
      throw new Refusal('no')
    }
    await load(c, 3)
    await world.until(async () => (await ledger(c)).tray === 1)
    world.server.replicate = false
    arrive()
    await world.until(async () => (await cache.db.dock_shipment.get('P')) !== undefined)
    await world.breathe()
    expect((await outbox.queue()).device).not.toBe(before)
    expect((await ledger(c)).tray).toBe(1)
  })

  it('a poke by the connection of the identity before is an occasion to pull', async () => {
    const c = await ready()
    await world.breathe()
    const { engine, cache, outbox } = work(c)
    const { cursor, version } = await cache.state()
    const pulls = world.server.pulls.length
    world.server.put('dock_shipment', { id: 'P', loadedPallets: 0 })
    const page = {
      put: { dock_shipment: [server('dock_shipment', 'P')] },
      cursor: cursorAt(cursor, version + 1),
      more: false,
      epoch: 'E1',
      version: version + 1,
      settled: 500,
      replicated: 500,
    }
    await engine.poked({ version: version + 1, epoch: 'E1', from: cursor, page, device: 'BEFORE' })
    await world.until(async () => (await cache.state()).version > version)
    expect(world.server.pulls.length).toBeGreaterThan(pulls)
    expect((await outbox.queue()).settled).toBe(0)
  })

  it('a device that the server has forgotten enrols again', async () => {
    const c = await ready()
    world.server.devices.clear()
    await load(c, 1)
    await drained(c)
    expect(world.server.applied).toHaveLength(1)
  })

  it('an ended session stops the network alone', async () => {
    const c = await ready()
    world.server.signIns.endSessions()
    world.server.signIns.endCookie()
    await load(c, 1)
    await world.until(() => c.session.expired)
    // The device's own token carries the work out all the same.
    await world.until(() => world.server.applied.length === 1)
    await load(c, 2)
    expect((await shipment(c))?.loadedPallets).toBe(2)
    await world.until(() => c.work?.engine.status().state === 'signed-out')
    await c.session.signIn('dock@demo.test', 'lading-demo')
    await drained(c)
    await same(c)
  })

  it('a token that the server has refused is not handed from tab to tab for ever', async () => {
    const a = await ready()
    const b = await device.tab()
    await world.until(() => a.work?.engine.leads === true)
    const heard = b.session.accessToken()
    await world.pass(1_000, 100)
    expect(await heard).toBe(await a.session.accessToken()) // both hold it
    world.server.signIns.endSessions() // signed out everywhere; the cookie still opens the next session
    await load(a, 1)
    await drained(a)
    expect(a.work?.engine.status().state).toBe('polling')
    world.server.signIns.endSessions()
    world.server.signIns.endCookie()
    world.server.put('dock_shipment', { id: 'LATER', loadedPallets: 0 })
    await world.until(() => [a, b].every((c) => c.work?.engine.status().state === 'signed-out'))
    expect(a.session.expired && b.session.expired).toBe(true)
    await load(b, 2)
    await world.until(() => world.server.applied.length === 2) // under the device's own token
  })

  it('a session that ends before the server has heard of the device is not taken for a network that is away', async () => {
    let down = true
    device.link = (next) => async (path, init) => {
      if (down && path === '/api/sync/enrol') throw new TypeError('down')
      return next(path, init)
    }
    const c = await device.signedIn()
    await load(c, 1)
    await world.until(() => c.work?.engine.status().state === 'offline')
    world.server.signIns.endSessions()
    world.server.signIns.endCookie()
    down = false
    await world.until(() => c.work?.engine.status().state === 'signed-out', 180_000)
    await world.pass(120_000, 2_000)
    expect(c.work?.engine.status().state).toBe('signed-out')
    await c.session.signIn('dock@demo.test', 'lading-demo')
    await drained(c)
    await same(c)
  })

  it('a lost answer to the enrolment does not end the session that it has bound', async () => {
    let lost = 3
    device.link = (next) => async (path, init) => {
      const answer = await next(path, init)
      if (path === '/api/sync/enrol' && lost-- > 0) throw new TypeError('lost on the way back')
      return answer
    }
    const c = await device.signedIn()
    await load(c, 1)
    await world.until(() => lost < 3)
    world.server.signIns.endSessions() // the cookie opens the next one, to the key that the server has noted meanwhile
    await drained(c)
    expect(c.session.expired).toBe(false)
    await same(c)
  })

  it('an ended session shows in every tab, whatever the device goes on doing under its own token', async () => {
    const a = await ready()
    await world.until(() => a.work?.engine.leads === true)
    world.server.signIns.endSessions()
    world.server.signIns.endCookie()
    await load(a, 1)
    await world.until(() => a.work?.engine.status().state === 'signed-out')
    const b = await device.tab() // opened when the session had ended already: nobody has told it
    await world.until(() => b.work?.engine.status().state === 'signed-out')
    const states = new Set<string>()
    for (let i = 0; i < 90; i++) {
      await world.pass(2_000)
      for (const c of [a, b]) states.add(c.work?.engine.status().state ?? '')
    }
    expect(world.server.applied).toHaveLength(1)
    expect([...states]).toEqual(['signed-out'])
    await b.session.signIn('dock@demo.test', 'lading-demo')
    await world.until(() => [a, b].every((c) => c.work?.engine.status().state === 'polling'))
    await drained(a)
    await same(a)
  })

  it.each(['the worker sends', 'the session ends'])(
    'work of a person of whom the server has not heard waits where %s first',
    async (first) => {
      await ready()
      let silent = true
      device.link = (next) => async (path, init) => {
        if (silent && path === '/api/sync/enrol') throw new TypeError('down')
        return next(path, init)
      }
      let c = await device.tab()
      await c.session.signIn('dock2@demo.test', 'lading-demo')
      await c.follow()
      await load(c, 1)
      if (first === 'the worker sends') {
        device.crash()
        const session = await Session.open(device.env())
        let left: number | undefined
        void drainOutbox(device.env(), session, 'lading-outbox-1').then((n) => {
          left = n
        })
        await world.until(() => left !== undefined)
        session.close()
        expect(left).toBe(1)
        c = await device.tab()
      } else {
        world.server.signIns.endSessions()
        world.server.signIns.endCookie()
        await world.until(() => c.work?.engine.status().state === 'signed-out', 180_000)
        await c.session.signIn('dock2@demo.test', 'lading-demo')
      }
      expect(world.server.devices.size === 0 || [...world.server.devices.values()].every((d) => d.outcomes.size === 0)).toBe(true)
      silent = false
      await drained(c)
      await same(c)
      expect(await ledger(c)).toMatchObject({ waiting: 0, tray: 0 })
      expect(world.server.applied).toHaveLength(1)
    },
  )

  it('the next person on the tablet sends the work of the last one under its author', async () => {
    const c = await ready()
    device.link = (next) => async (path, init) => {
      if (isPush(path)) throw new TypeError('down')
      return next(path, init)
    }
    await load(c, 1)
    const one = work(c)
    await c.session.signIn('dock2@demo.test', 'lading-demo')
    await c.follow()
    expect(work(c)).not.toBe(one)
    await world.until(async () => (await work(c).cache.state()).complete)
    expect((await pallet(c, 'S1P1'))?.state).toBe('staged') // not theirs to see before the server says so
    await load(c, 2)
    device.link = (next) => next
    await drained(c)
    await same(c)
    expect(world.server.applied).toHaveLength(2)
    expect(await ledger(c)).toEqual({ recorded: 2, settled: 2, waiting: 0, tray: 0 })
  })

  it('a new identity brings the colleague whose work waits', async () => {
    const first = await ready()
    device.link = (next) => async (path, init) => {
      if (isPush(path)) throw new TypeError('down')
      return next(path, init)
    }
    await load(first, 1) // of the dock worker who goes home
    await first.session.signIn('dock2@demo.test', 'lading-demo')
    await first.follow()
    const { outbox } = work(first)
    const { device: before } = await outbox.queue()
    await world.until(async () => (await outbox.queue()).users.length === 2)
    await outbox.requeue((await outbox.queue()).fence, before)
    await load(first, 2)
    device.link = (next) => next
    await drained(first)
    expect((await outbox.queue()).device).not.toBe(before)
    expect(world.server.applied.map((a) => a.op)).toEqual(['DockView/LoadPallet', 'DockView/LoadPallet'])
    expect(await ledger(first)).toEqual({ recorded: 2, settled: 2, waiting: 0, tray: 0 })
  })

  it('a proof that the network brings twice ends no session, however often', async () => {
    const c = await ready()
    let twice = 0
    device.link = (next) => async (path, init) => {
      if (path === '/api/token' && twice++ < 3) await next(path, init)
      return next(path, init)
    }
    world.clock.jump(3_600_000)
    c.session.refused()
    const token = c.session.accessToken()
    await world.until(() => twice > 3)
    await world.pass(500)
    expect(await token).not.toBeNull()
    expect(c.session.expired).toBe(false)
  })
})
