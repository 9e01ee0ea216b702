import Dexie from 'dexie'
import { describe, expect, it } from 'vitest'
import { apply } from './apply'
import { change } from './change'
import type { Client } from './client'
import { drainOutbox } from './drain'
import { effect, effects, type Local } from './effect'
import { learnEpoch } from './pull'
import { rebase, settleInCache } from './rebase'
import { settleShown } from './reconcile'
import { sendFrom } from './send'
import { Session } from './session'
import { device, drained, isPush, ledger, load, pallet, ready, same, server, shipment, sign, work, world } from './testing/scene'
import { Said, wronglyShown, wrongRows } from './testing/shown'
import type { Fetch } from './testing/world'

/** What the screen shows of the load, from now until a while after. */
async function showsOnly(c: Client, loaded: number, id = 'S1', ms = 10_000): Promise<void> {
  for (let spent = 0; spent < ms; spent += 500) {
    await world.pass(500)
    expect((await shipment(c, id))?.loadedPallets).toBe(loaded)
  }
}

/** What the service worker does once the app is closed. Says how much still waits. */
async function workerSends(): Promise<number | undefined> {
  const session = await Session.open(device.env())
  let left: number | undefined
  void drainOutbox(device.env(), session, 'lading-outbox-1').then((n) => {
    left = n
  })
  await world.until(() => left !== undefined)
  session.close()
  return left
}

it('shows a row that was taken away as it was, and nothing that a guess would make in its place', async () => {
  const c = await ready()
  device.link = down
  const { cache, outbox, person } = work(c)
  const rows = (await cache.table('dock_pallet').toArray()) as { id: string; shipmentId: string }[]
  const ofS1 = rows.filter((r) => r.shipmentId === 'S1').map((r) => r.id)
  const [kept = '', ...others] = ofS1
  await cache.db.transaction('rw', cache.all, async () => rebase(cache, change({ gone: new Map([['dock_pallet', others]]) })))
  const found = effects([
    effect('DockView/AddPallet', ['dock_pallet'], async ({ dock_pallet }, { ShipmentId, PalletId = '' }) => {
      const [other] = await dock_pallet.where('shipmentId', ShipmentId)
      await dock_pallet.put({
        ...(other ?? { id: PalletId, shipmentId: ShipmentId, scopes: ['wh:ATL'], version: 0 }),
        note: 'found',
      } as never) // as much of one as is looked at
    }),
  ])
  Object.assign(cache, { effects: found })
  const args = { ShipmentId: 'S1', PalletId: 'P-NEW', Pieces: 1 }
  await apply(cache, await outbox.append({ op: 'DockView/AddPallet', args, subjects: ['S1'], user: person.id }))
  await cache.db.transaction('rw', cache.all, async () => rebase(cache, change({ gone: new Map([['dock_pallet', [kept]]]) })))
  expect(await pallet(c, kept)).toMatchObject({ note: 'found' })
  expect(await pallet(c, 'P-NEW')).toBeUndefined()
  expect(await wrongRows(cache, new Said())).toBeUndefined()
})

it('forgets what is safe, also where that was known before its outcome was, and a worker heard the outcome', async () => {
  let c = await ready()
  await load(c, 1)
  await drained(c)
  device.link = (next) => async (path, init) => {
    const answer = await next(path, init)
    if (isPush(path)) throw new TypeError('lost')
    return answer
  }
  await load(c, 99)
  await world.until(async () => (await work(c).outbox.queue()).replicated === 2)
  expect(await work(c).outbox.waitingCount()).toBe(1)
  device.link = (next) => next
  device.crash()
  expect(await workerSends()).toBe(0)
  c = await device.tab()
  await world.pass(120_000)
  expect(await work(c).outbox.kept(work(c).person.id)).toEqual([])
  expect(await ledger(c)).toMatchObject({ waiting: 0, tray: 1 })
})

const down = () => async () => {
  throw new TypeError('down')
}

it('shows what two tabs did in the order in which it was done, whichever was shown first', async () => {
  const c = await ready()
  device.link = down
  const { cache, outbox, person } = work(c)
  const noted = (Pieces: number) => {
    const args = { ShipmentId: 'S1', PalletId: 'S1P1', Pieces, Note: '' }
    return outbox.append({ op: 'DockView/NoteShort', args, subjects: ['S1'], user: person.id })
  }
  const [first, second] = [await noted(3), await noted(5)]
  await apply(cache, second)
  await apply(cache, first)
  expect(await cache.table('dock_pallet').get('S1P1')).toMatchObject({ short: 5 })
  await apply(cache, first)
  expect(await wronglyShown(c, new Said(), () => world.breathe())).toBeUndefined()
})

describe('shows each action once', () => {
  it('at whatever moment, where the rows came before the answer', async () => {
    const c = await ready()
    device.link = down
    const { cache, outbox, person } = work(c)
    const args = { ShipmentId: 'S1', PalletId: 'S1P1', Pieces: 3, Note: '' }
    const m = await outbox.append({ op: 'DockView/NoteShort', args, subjects: ['S1'], user: person.id })
    await apply(cache, m)
    const { version } = await cache.state()
    const seen: (string | undefined)[] = []
    const { db } = cache
    const whole = db.transaction.bind(db) as (...all: unknown[]) => Promise<unknown>
    Object.assign(db, {
      transaction: async (...all: unknown[]) => {
        const done = await whole(...all)
        if (all[0] === 'rw') seen.push(await wrongRows(cache, new Said()))
        return done
      },
    })
    await settleInCache(cache, [{ id: m.id, status: 'applied', version, epoch: 'E1' }])
    expect(seen.length).toBeGreaterThan(0)
    expect(seen.filter(Boolean)).toEqual([])
    expect(await db._overlay.count()).toBe(0)
  })

  it('while everything is loaded anew, where a page holds it already', async () => {
    world.stock('S2', 40)
    world.stock('S3', 2)
    world.stock('S4', 40)
    const c = await ready()
    world.server.loadPage = 10
    let pulls = 0
    let open = 1
    device.link = (next) => async (path, init) => {
      if (path === '/api/sync/pull') {
        pulls++
        while (pulls > open) await new Promise((r) => setImmediate(r))
      }
      return next(path, init)
    }
    const { cache, engine } = work(c)
    await cache.startAgain()
    engine.nudge('manual')
    await world.until(() => pulls === 2)
    await load(c, 1, 'S3')
    const pushed = async () => (await cache.db._overlay.toArray()).some((o) => o.version !== undefined)
    await world.until(pushed)
    const seen = new Set<unknown>()
    while (!(await cache.state()).complete || (await cache.state()).loading.length > 0) {
      seen.add((await shipment(c, 'S3'))?.loadedPallets)
      open++
      await world.pass(1_000)
    }
    open = Number.POSITIVE_INFINITY
    await drained(c)
    seen.add((await shipment(c, 'S3'))?.loadedPallets)
    expect([...seen]).toEqual([1])
    await same(c)
  })

  it('where a page came before the answer to its push', async () => {
    world.stock('S2', 40)
    const c = await ready()
    world.server.loadPage = 10
    let answer = () => {}
    const answered = new Promise<void>((r) => {
      answer = r
    })
    let pulls = 0
    device.link = (next) => async (path, init) => {
      if (path === '/api/sync/pull' && ++pulls > 2) await answered.then(() => world.breathe(30))
      const res = await next(path, init)
      if (isPush(path)) await answered
      return res
    }
    await load(c, 1)
    await world.until(() => world.server.applied.length === 1)
    await work(c).cache.startAgain()
    work(c).engine.nudge('manual')
    await world.until(() => pulls > 2)
    answer()
    await world.until(async () => (await work(c).outbox.waitingCount()) === 0)
    await world.breathe(8)
    expect((await work(c).cache.state()).loading).not.toEqual([])
    expect((await shipment(c))?.loadedPallets).toBe(1)
    await drained(c)
    await same(c)
  })

  it('in a tab that opens in the middle of a load', async () => {
    world.server.replicate = false
    const c = await ready()
    await load(c, 1)
    await drained(c)
    await work(c).cache.startAgain()
    device.crash()
    device.link = down
    const again = await device.tab()
    await world.until(() => again.work?.engine.leads === true)
    await showsOnly(again, 1)
    device.link = (next) => next
    world.server.replicate = true
    await drained(again)
    await same(again)
  })

  it.each(['a tab', 'the worker'])('after %s has heard of a restored server and lost the network', async (who) => {
    world.server.replicate = false
    const c = await ready()
    world.server.backup()
    await load(c, 1)
    await drained(c)
    device.link = down
    await load(c, 2)
    world.server.restore('E2')
    const online = (next: Fetch) => (path: string, init?: RequestInit) => {
      if (path === '/api/sync/pull') throw new TypeError('down')
      return next(path, init)
    }
    if (who === 'a tab') {
      device.link = online
      work(c).engine.nudge('manual')
      await world.until(async () => (await work(c).outbox.queue()).epoch === 'E2')
      device.crash()
    } else {
      device.crash()
      device.link = (next) => next
      await workerSends()
    }
    device.link = down
    const again = await device.tab()
    await world.until(() => again.work?.engine.leads === true)
    expect((await work(again).outbox.queue()).epoch).toBe('E2')
    await showsOnly(again, 2)
    device.link = (next) => next
    world.server.replicate = true
    await drained(again)
    await same(again)
    expect((await shipment(again))?.loadedPallets).toBe(2)
  })

  it.each(['stays', 'closes and comes back'])(
    'where a restored server has applied it, on rows of the life before, in a tab that %s',
    async (tab) => {
      world.server.replicate = false
      const c = await ready()
      world.server.backup()
      // The rows are ahead of whatever the restored server will say.
      for (let i = 0; i < 9; i++)
        world.server.put('dock_shipment', { ...world.server.get('dock_shipment', 'S1'), id: 'S1', door: String(i) })
      work(c).engine.nudge('manual')
      await world.until(async () => (await shipment(c))?.door === '8')
      world.server.restore('E2')
      device.link = (next) => (path, init) => (path === '/api/sync/pull' ? down()() : next(path, init))
      await load(c, 1)
      await world.until(async () => (await work(c).outbox.waitingCount()) === 0)
      expect(world.server.applied).toHaveLength(1)
      if (tab !== 'stays') {
        device.crash()
        device.link = down
      }
      const now = tab === 'stays' ? c : await device.tab()
      await world.until(() => now.work?.engine.leads === true)
      await showsOnly(now, 1)
      device.link = (next) => next
      work(now).engine.nudge('manual')
      world.server.replicate = true
      await drained(now)
      await same(now)
      expect((await shipment(now))?.loadedPallets).toBe(1)
    },
  )

  it('on rows of a restored server that have changed since, while nothing can be sent', async () => {
    world.server.replicate = false
    const c = await ready()
    world.server.backup()
    device.link = (next) => (path, init) => (path === '/api/sync/pull' ? down()() : next(path, init))
    await load(c, 1)
    await world.until(async () => (await work(c).outbox.waitingCount()) === 0)
    world.server.restore('E2')
    // Beyond the version at which the load was applied in the life before.
    for (let i = 0; i < 9; i++) world.server.put('dock_shipment', { ...world.server.get('dock_shipment', 'S1'), id: 'S1', door: String(i) })
    device.link = (next) => (path, init) => (isPush(path) ? down()() : next(path, init))
    work(c).engine.nudge('manual')
    await world.until(async () => (await shipment(c))?.door === '8')
    await showsOnly(c, 1)
    device.link = (next) => next
    world.server.replicate = true
    await drained(c)
    await same(c)
    expect((await shipment(c))?.loadedPallets).toBe(1)
  })

  it('in a first load that a restore of the server begins anew', async () => {
    world.server.replicate = false
    world.stock('S2')
    world.stock('S3')
    world.server.loadPage = 2
    let pages = 1
    let sends = true
    device.link = (next) => async (path, init) => {
      if (isPush(path) && !sends) return down()()
      if (path === '/api/sync/pull') {
        while (pages < 1 && !init?.signal?.aborted) await new Promise((r) => setImmediate(r))
        pages--
      }
      return next(path, init)
    }
    const c = await device.signedIn()
    await world.until(async () => (await shipment(c, 'S3')) !== undefined)
    world.server.backup()
    await load(c, 1, 'S1') // which has not come yet; when it does, it holds this
    await world.until(() => world.server.applied.length === 1)
    pages = 1
    await world.until(async () => (await shipment(c, 'S1'))?.loadedPallets === 1)
    sends = false
    world.server.restore('E2')
    pages = 2 // the first is told to begin anew
    await world.until(async () => (await work(c).cache.state()).epoch === 'E2')
    expect((await shipment(c, 'S1'))?.loadedPallets).toBe(1)
    expect(await wronglyShown(c, new Said(), () => world.breathe())).toBeUndefined()
    pages = Number.POSITIVE_INFINITY
    await showsOnly(c, 1, 'S1')
    sends = true
    world.server.replicate = true
    await drained(c)
    await same(c)
  })

  it('where it was safe before a restore that comes in the middle of a load', async () => {
    world.stock('S2')
    world.stock('S3')
    const c = await ready()
    device.link = (next) => (path, init) => (path === '/api/sync/pull' ? down()() : next(path, init))
    await load(c, 1, 'S1')
    await world.until(async () => (await work(c).outbox.db.mutations.count()) === 0)
    expect(await work(c).cache.db._overlay.count()).toBe(1)
    world.server.backup()
    await work(c).cache.startAgain()
    world.server.loadPage = 2
    let pages = Number.POSITIVE_INFINITY
    device.link = (next) => async (path, init) => {
      if (path === '/api/sync/pull' && pages-- <= 0) return down()()
      const answer = await next(path, init)
      if (path === '/api/sync/pull' && (await answer.clone().text()).includes('"loadedPallets":1')) pages = 0
      return answer
    }
    work(c).engine.nudge('manual')
    await world.until(() => pages <= 0)
    await world.pass(1_000)
    world.server.restore('E2')
    await load(c, 2, 'S2') // whose answer tells of the new life
    await world.until(async () => (await work(c).outbox.queue()).epoch === 'E2')
    await showsOnly(c, 1, 'S1')
    expect(await wronglyShown(c, new Said(), () => world.breathe())).toBeUndefined()
    pages = Number.POSITIVE_INFINITY
    device.link = (next) => next
    await showsOnly(c, 1, 'S1')
    await drained(c)
    await same(c)
  })

  it('where a load of a restored server has brought its row and begins anew', async () => {
    world.server.replicate = false
    world.stock('S2')
    world.stock('S3')
    const c = await ready()
    world.server.backup()
    world.server.restore('E2')
    world.server.loadPage = 2
    let pages = 0
    device.link = (next) => async (path, init) => {
      if (path === '/api/sync/pull' && pages-- <= 0) return down()()
      const answer = await next(path, init)
      if (path === '/api/sync/pull' && (await answer.clone().text()).includes('"loadedPallets":1')) pages = 0
      return answer
    }
    await load(c, 1, 'S1')
    await world.until(async () => (await work(c).outbox.waitingCount()) === 0)
    pages = Number.POSITIVE_INFINITY
    work(c).engine.nudge('manual')
    await world.until(() => pages <= 0)
    await world.pass(1_000)
    expect((await work(c).cache.state()).sweep).toBe(true)
    await work(c).cache.startAgain()
    expect(await wronglyShown(c, new Said(), () => world.breathe())).toBeUndefined()
    await load(c, 2, 'S1') // made on that row, and the first with it
    expect((await shipment(c, 'S1'))?.loadedPallets).toBe(2)
    device.link = (next) => next
    world.server.replicate = true
    work(c).engine.nudge('manual')
    await drained(c)
    await same(c)
    expect((await shipment(c, 'S1'))?.loadedPallets).toBe(2)
  })

  it('on a row of the life before, while a load of a restored server that has applied it brings others first', async () => {
    world.server.replicate = false
    world.stock('S2')
    world.stock('S3')
    const c = await ready()
    world.server.backup()
    for (const id of ['S1', 'S2', 'S3'])
      for (let i = 0; i < 9; i++) world.server.put('dock_shipment', { ...world.server.get('dock_shipment', id), id, door: String(i) })
    work(c).engine.nudge('manual')
    await world.until(async () => (await shipment(c, 'S3'))?.door === '8')
    world.server.restore('E2')
    world.server.loadPage = 1
    let pages = 0
    device.link = (next) => (path, init) => (path === '/api/sync/pull' && pages-- <= 0 ? down()() : next(path, init))
    for (const id of ['S1', 'S2', 'S3']) await load(c, 1, id)
    await world.until(async () => (await work(c).outbox.waitingCount()) === 0)
    for (let tries = 0; tries < 2; tries++) {
      pages = 2 + tries // the first is told to begin anew
      work(c).engine.nudge('manual')
      await world.until(() => pages <= 0)
      await world.breathe(30)
      expect(await wronglyShown(c, new Said(), () => world.breathe())).toBeUndefined()
      for (const id of ['S1', 'S2', 'S3']) await load(c, 2 + tries, id) // each made on those before it
      for (const id of ['S1', 'S2', 'S3']) expect((await shipment(c, id))?.loadedPallets).toBe(2 + tries)
      await work(c).cache.startAgain()
      expect(await wronglyShown(c, new Said(), () => world.breathe())).toBeUndefined()
    }
    device.link = (next) => next
    world.server.replicate = true
    work(c).engine.nudge('manual')
    await drained(c)
    await same(c)
    for (const id of ['S1', 'S2', 'S3']) expect((await shipment(c, id))?.loadedPallets).toBe(3)
  })

  it('where an answer is written down late, of a life of the server that has ended meanwhile', async () => {
    world.server.replicate = false
    const c = await ready()
    world.server.backup()
    device.link = (next) => (path, init) => (path === '/api/sync/pull' ? down()() : next(path, init))
    await load(c, 1)
    await world.until(async () => (await work(c).outbox.waitingCount()) === 0)
    const { cache, outbox, person } = work(c)
    const { fence } = await outbox.queue()
    const late = await outbox.judged(await outbox.kept(person.id))
    expect(late).toMatchObject([{ status: 'applied', epoch: 'E1' }])
    device.link = down
    await learnEpoch({ cache, outbox, fence, user: person.id }, 'E2', 'E1')
    await settleShown(cache, outbox, late, fence, person.id)
    expect(await cache.db._overlay.toArray()).toMatchObject([{ held: { epoch: 'E1' } }])
    expect((await cache.db._overlay.toArray())[0]?.version).toBeUndefined()
    await outbox.hear(fence, (await outbox.queue()).device, 'E2', [{ seq: 1, id: late[0]?.id ?? '', version: late[0]?.version ?? 0 }])
    await settleShown(cache, outbox, late, fence, person.id)
    expect(await cache.db._overlay.toArray()).toMatchObject([{ epoch: 'E2', version: late[0]?.version }])
  })

  it('after a worker has sent it and a tab opens without a network', async () => {
    const c = await ready()
    device.link = down
    await load(c, 1)
    device.crash()
    device.link = (next) => next
    expect(await workerSends()).toBe(0)
    expect(world.server.applied).toHaveLength(1)
    device.link = down
    const again = await device.tab()
    await world.until(() => again.work?.engine.leads === true)
    await showsOnly(again, 1)
    device.link = (next) => next
    await drained(again)
    await same(again)
    await world.until(async () => (await work(again).outbox.db.mutations.count()) === 0)
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
