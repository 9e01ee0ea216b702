import { describe, expect, it } from 'vitest'
import { working } from './client'
import { sleep } from './env'
import type { Mutation } from './mutation'
import type { TrayItem } from './outboxDb'
import { discard, sendAgain, sendFrom } from './send'
import { Fault, Refusal } from './testing/pushes'
import { device, drained, isPush, ledger, load, pallet, ready, same, server, shipment, sign, signature, work, world } from './testing/scene'

describe('the main job', () => {
  it('loads, acts, sends and agrees with the server', async () => {
    const c = await ready()
    expect((await shipment(c))?.state).toBe('waiting')
    await load(c, 1)
    expect((await shipment(c))?.loadedPallets).toBe(1)
    expect((await pallet(c, 'S1P1'))?.state).toBe('loaded')
    await drained(c)
    await same(c)
    expect(world.server.applied).toHaveLength(1)
    expect(await work(c).outbox.db.mutations.count()).toBe(0)
  })

  it('keeps a mutation until the replica has it', async () => {
    world.server.replicate = false
    const c = await ready()
    await load(c, 1)
    await drained(c)
    expect(await work(c).outbox.db.mutations.count()).toBe(1)
    world.server.replicate = true
    world.server.put('dock_shipment', { id: 'S2', loadedPallets: 0 })
    await world.until(async () => (await work(c).outbox.db.mutations.count()) === 0)
  })

  it('works offline and catches up', async () => {
    const c = await ready()
    device.link = () => async () => {
      throw new TypeError('Failed to fetch')
    }
    await load(c, 1)
    await load(c, 2)
    await sign(c)
    expect(await shipment(c)).toMatchObject({ loadedPallets: 2, state: 'signed' })
    await world.pass(30_000)
    expect(c.work?.engine.status()).toMatchObject({ waiting: 3, state: 'offline' })
    device.link = (next) => next
    await drained(c) // nobody touched anything
    await same(c)
    expect(world.server.applied.map((a) => a.seq)).toEqual([1, 2, 3])
  })
})

describe('a server that another has replaced', () => {
  it('is told with the rows, and what is done waits for the other', async () => {
    const c = await ready()
    device.link = (next) => async (path, init) => {
      if (isPush(path)) return Response.json({ code: 'server-replaced', params: {} }, { status: 503 })
      const answer = await next(path, init)
      if (path !== '/api/sync/pull') return answer
      return Response.json({ ...((await answer.json()) as object), replaced: true })
    }
    await load(c, 1)
    work(c).engine.nudge('manual')
    await world.until(() => work(c).engine.status().replaced)
    expect(work(c).engine.status()).toMatchObject({ replaced: true, waiting: 1 })
    device.link = (next) => next
    await drained(c)
    work(c).engine.nudge('manual')
    await world.until(() => !work(c).engine.status().replaced)
  })
})

describe('losses on the way', () => {
  it('a lost response runs nothing twice', async () => {
    const c = await ready()
    let lost = 0
    device.link = (next) => async (path, init) => {
      const res = await next(path, init)
      if (isPush(path) && lost++ < 2) throw new TypeError('connection reset')
      return res
    }
    await load(c, 1)
    await drained(c)
    await same(c)
    expect(lost).toBeGreaterThan(2)
    expect(world.server.applied).toHaveLength(1)
    expect((await shipment(c))?.loadedPallets).toBe(1)
  })

  it('a request that arrives twice has one effect', async () => {
    const c = await ready()
    device.link = (next) => async (path, init) => {
      if (isPush(path)) await next(path, init)
      return next(path, init)
    }
    await load(c, 1)
    await load(c, 2)
    await drained(c)
    await same(c)
    expect(world.server.applied).toHaveLength(2)
  })

  it('a captive portal is nobody', async () => {
    const c = await ready()
    device.link = () => async () => new Response('<html>Sign in to Wi-Fi</html>', { headers: { 'Content-Type': 'text/html' } })
    await load(c, 1)
    await world.pass(5_000)
    expect(await ledger(c)).toMatchObject({ waiting: 1, settled: 0 })
    expect(c.session.expired).toBe(false)
    device.link = (next) => next
    await drained(c)
  })

  it('obeys Retry-After', async () => {
    const c = await ready()
    let asked = 0
    device.link = (next) => async (path, init) => {
      if (!isPush(path)) return next(path, init)
      if (asked++ > 0) return next(path, init)
      return new Response('{"code":"too-many"}', {
        status: 429,
        headers: { 'Content-Type': 'application/problem+json', 'Retry-After': '20' },
      })
    }
    await load(c, 1)
    await world.until(() => asked === 1)
    await world.pass(18_000)
    await load(c, 2)
    expect(asked).toBe(1)
    await drained(c)
  })

  it('a request that is never answered is given up, with nobody touching anything', async () => {
    const c = await ready()
    let hung = 0
    // Ignores the signal and never ends: the worst transport. The client's own deadline frees it.
    device.link = (next) => (path, init) => {
      if (!isPush(path) || hung++ > 0) return next(path, init)
      return new Promise(() => {})
    }
    await load(c, 1)
    await world.until(() => hung === 1)
    await drained(c)
    expect(world.server.applied).toHaveLength(1)
  })
})

it('the watchdog tears down what has stood still for two minutes', async () => {
  const c = await ready()
  const before = (await work(c).outbox.queue()).fence
  const { accessToken } = c.session
  let asked = 0
  // Not even a request that could time out: something of ours never comes back.
  c.session.accessToken = () => (asked++ === 0 ? new Promise(() => {}) : accessToken.call(c.session))
  await load(c, 1)
  await world.until(async () => (await ledger(c)).waiting === 0, 200_000, 500)
  await drained(c)
  expect(
    work(c)
      .engine.diagnostics()
      .map((n) => n.what),
  ).toContain('watchdog')
  expect((await work(c).outbox.queue()).fence).toBeGreaterThan(before)
})

describe('a no', () => {
  it('leaves the tray when a supervisor has dealt with it', async () => {
    const c = await ready()
    world.server.handlers['DockView/GetSaveSignature'] = () => {
      throw new Refusal('bol-already-signed', { id: 'S1', signedBy: 'Bob' })
    }
    await sign(c)
    await sign(c, 'Eve')
    await drained(c)
    await world.until(() => c.work?.engine.status().attention === 2)
    const { device: id } = await work(c).outbox.queue()
    world.server.settle(id, 1)
    await world.until(() => c.work?.engine.status().attention === 1)
    expect((await work(c).outbox.trayOf('U1')).map((t) => t.seq)).toEqual([2])
    world.server.settle(id, 2)
    await load(c, 1) // a push tells as much as a pull
    await world.until(() => c.work?.engine.status().attention === 0)
    expect(await ledger(c)).toEqual({ recorded: 3, settled: 3, waiting: 0, tray: 0 })
  })

  it('leaves the tray also when the device has had to take another identity since', async () => {
    const c = await ready()
    world.server.handlers['DockView/GetSaveSignature'] = () => {
      throw new Refusal('bol-already-signed', { id: 'S1', signedBy: 'Bob' })
    }
    await sign(c)
    await sign(c, 'Eve')
    await drained(c)
    await world.until(() => c.work?.engine.status().attention === 2)
    const { outbox } = work(c)
    const { device: former, fence } = await outbox.queue()
    await outbox.requeue(fence, former)
    world.server.settle(former, 1)
    await world.until(() => c.work?.engine.status().attention === 1)
    expect((await outbox.queue()).device).not.toBe(former)
    expect((await outbox.trayOf('U1')).map((t) => [t.device, t.seq])).toEqual([[former, 2]])
  })

  it('goes to the tray with its reason, and what stands behind it is parked', async () => {
    world.stock('S2', 2)
    const c = await ready()
    world.server.handlers['DockView/GetSaveSignature'] = () => {
      throw new Refusal('bol-already-signed', { id: 'S1', signedBy: 'Bob' })
    }
    await sign(c)
    await sign(c, 'Eve')
    await load(c, 1, 'S2')
    await drained(c)
    await same(c)
    const tray = await work(c).outbox.trayOf('U1')
    expect(tray.map((t) => [t.seq, t.status, t.code])).toEqual([
      [1, 'rejected', 'bol-already-signed'],
      [2, 'parked', 'behind-rejected'],
    ])
    expect(tray[0]?.row).toEqual({ id: 'S1', signedBy: 'Bob' })
    expect((await shipment(c, 'S2'))?.loadedPallets).toBe(1)
    expect((await shipment(c))?.state).toBe('waiting')
    await world.until(() => c.work?.engine.status().attention === 2)

    await discard(tray[0] as TrayItem, c)
    delete world.server.handlers['DockView/GetSaveSignature']
    const item = tray[1] as TrayItem & { op: 'DockView/GetSaveSignature' }
    const again = await sendAgain(item, { ...signature, SignedBy: 'Bob' }, c)
    expect(again.replaces).toBe(2)
    await drained(c)
    expect(await ledger(c)).toEqual({ recorded: 5, settled: 5, waiting: 0, tray: 0 })
  })

  it.each([
    [413, 'application/problem+json', 'work-too-large'],
    [413, 'text/html', 'work-too-large'], // of a proxy before the server
    [400, 'application/problem+json', 'work-unreadable'],
  ])('what is not taken in any company (%d %s) goes to the tray, and the rest goes on', async (status, type, reason) => {
    world.stock('S2', 3)
    const c = await ready()
    const { id } = await work(c)
      .outbox.queue()
      .then((q) => ({ id: q.device }))
    device.link = (next) => async (path, init) => {
      if (path !== '/api/sync/push' || !String(init?.body).includes('the bad one')) return next(path, init)
      return new Response('{"code":"no"}', { status, headers: { 'Content-Type': type } })
    }
    await load(c, 1, 'S2')
    await sign(c, 'the bad one')
    await sign(c, 'Eve')
    await load(c, 2, 'S2')
    await drained(c)
    await same(c)
    const tray = await work(c).outbox.trayOf('U1')
    expect(tray.map((t) => [t.seq, t.op, t.status, t.code])).toEqual([
      [2, 'DockView/GetSaveSignature', 'rejected', reason],
      [3, 'DockView/GetSaveSignature', 'parked', 'behind-rejected'],
    ])
    expect(tray[0]?.args.SignedBy).toBe('the bad one')
    expect((await shipment(c, 'S2'))?.loadedPallets).toBe(2)
    const item = tray[0] as TrayItem & { op: 'DockView/GetSaveSignature' }
    await sendAgain(item, { ...signature, SignedBy: 'Ada' }, c)
    await drained(c)
    expect(server('dock_shipment', 'S1')).toMatchObject({ signedBy: 'Ada' })
    expect((await work(c).outbox.queue()).device).toBe(id)
  })

  it('a fault is tried again without a new write', async () => {
    const c = await ready()
    let faults = 0
    const good = world.server.handlers['DockView/LoadPallet']
    world.server.handlers['DockView/LoadPallet'] = (args, m) => {
      if (args.PalletId === 'S1P1' && faults++ < 3) throw new Fault()
      good?.(args, m)
    }
    await load(c, 1)
    await load(c, 2)
    await drained(c)
    await same(c)
    expect(faults).toBe(4)
    expect(world.server.applied.map((a) => a.seq).sort()).toEqual([1, 2])
  })
})

describe('a long queue', () => {
  it('goes out in order, in bounded requests, and is seen to shrink', async () => {
    const c = await ready()
    const bodies: { bytes: number; seqs: number[] }[] = []
    let up = false
    device.link = (next) => async (path, init) => {
      if (!isPush(path)) return next(path, init)
      if (!up) throw new TypeError('down')
      const text = String(init?.body)
      bodies.push({
        bytes: new TextEncoder().encode(text).length,
        seqs: (JSON.parse(text) as { mutations: Mutation[] }).mutations.map((m) => m.seq),
      })
      await sleep(world.clock, 500) // long enough for a person to see what is left
      return next(path, init)
    }
    for (let i = 0; i < 1_000; i++) await sendFrom(c, 'DockView/StartLoading', { ShipmentId: 'S1', Door: `${i} ${'é'.repeat(i % 200)}` })
    await world.until(() => c.work?.engine.status().waiting === 1_000)
    const waiting: number[] = []
    work(c).engine.subscribe(() => waiting.push(work(c).engine.status().waiting))
    up = true
    await drained(c)
    expect(world.server.applied.map((a) => a.seq)).toEqual(Array.from({ length: 1_000 }, (_, i) => i + 1))
    expect(bodies.flatMap((b) => b.seqs)).toEqual(world.server.applied.map((a) => a.seq)) // each was sent once
    expect(bodies.length).toBeLessThan(5) // what failed while there was no link at all made none of them smaller
    for (const { bytes } of bodies) expect(bytes).toBeLessThan(257 * 1024)
    expect(waiting.filter((n) => n > 0 && n < 1_000).length).toBeGreaterThan(0)
    expect(waiting).toEqual([...waiting].sort((a, b) => b - a))
  }, 60_000)
})

it('says so where nobody has started the client', () => {
  expect(() => working()).toThrow('not been started')
})
