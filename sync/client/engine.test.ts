import Dexie from 'dexie'
import { describe, expect, it } from 'vitest'
import { working } from './client'
import type { Local } from './effect'
import { sleep } from './env'
import type { Mutation } from './mutation'
import type { TrayItem } from './outboxDb'
import { discard, sendAgain, sendFrom } from './send'
import { device, drained, isPush, ledger, load, pallet, ready, same, server, shipment, sign, signature, work, world } from './testing/scene'
import { Fault, Refusal } from './testing/server'

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
    world.server.dealtWith.add(`${id}/1`)
    await world.until(() => c.work?.engine.status().attention === 1)
    expect((await work(c).outbox.trayOf('U1')).map((t) => t.seq)).toEqual([2])
    world.server.dealtWith.add(`${id}/2`)
    await load(c, 1) // a push tells as much as a pull
    await world.until(() => c.work?.engine.status().attention === 0)
    expect(await ledger(c)).toEqual({ recorded: 3, settled: 3, waiting: 0, tray: 0 })
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
      [2, 'parked', 'behind-refused'],
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
    world.server.parked.clear()
    await drained(c)
    expect(await ledger(c)).toEqual({ recorded: 5, settled: 5, waiting: 0, tray: 0 })
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

describe('pokes', () => {
  it('an inline change is taken where it fits, and pulled where it does not', async () => {
    const c = await ready()
    await world.breathe() // the pull that has just shown everything ends
    const { engine } = work(c)
    const { cursor, version } = await work(c).cache.state()
    const pulls = world.server.pulls.length
    world.server.put('dock_shipment', { id: 'P', loadedPallets: 0 })
    const next = JSON.stringify({ ...JSON.parse(cursor), v: version + 1 })
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
    const at = (v: number) => (v === version ? cursor : JSON.stringify({ ...JSON.parse(cursor), v }))
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

  it('with the rows of our own work, before its answer, leave nothing to be pulled or guessed', async () => {
    const c = await ready()
    await world.breathe()
    const { engine } = work(c)
    const { cursor } = await work(c).cache.state()
    const pulls = world.server.pulls.length
    device.link = (next) => async (path, init) => {
      const answer = await next(path, init)
      if (!isPush(path)) return answer
      const { version } = world.server
      const put = { dock_shipment: [server('dock_shipment', 'S1')], dock_pallet: [server('dock_pallet', 'S1P1')] }
      const page = {
        put,
        cursor: JSON.stringify({ ...JSON.parse(cursor), v: version }),
        more: false,
        epoch: 'E1',
        version,
        settled: 1,
        replicated: 1,
      }
      await engine.poked({ version, epoch: 'E1', from: cursor, page })
      return answer
    }
    await load(c, 1)
    await drained(c)
    await world.pass(5_000)
    expect(world.server.pulls).toHaveLength(pulls)
    expect(await work(c).outbox.db.mutations.count()).toBe(0)
    await same(c)
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
      const at = JSON.stringify({ ...JSON.parse(cursor), v: version })
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

it('says so where nobody has started the client', () => {
  expect(() => working()).toThrow('not been started')
})
