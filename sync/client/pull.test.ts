import { describe, expect, it } from 'vitest'
import { rowId } from './cache'
import { digests } from './digest'
import { Refusal } from './testing/pushes'
import { device, drained, isPush, ledger, load, pallet, ready, same, server, shipment, work, world } from './testing/scene'

describe('loading', () => {
  it('shows the pages of a first load as they come and resumes where it was cut', async () => {
    world.stock('S2', 40)
    world.server.loadPage = 10
    let pages = 0
    device.link = (next) => async (path, init) => {
      if (path === '/api/sync/pull' && ++pages === 4) throw new TypeError('gone')
      return next(path, init)
    }
    const c = await device.signedIn()
    await world.until(async () => (await work(c).cache.state()).loading.length > 0)
    expect(await work(c).cache.db.dock_pallet.count()).toBeGreaterThan(0)
    await world.until(async () => (await work(c).cache.state()).complete)
    await same(c)
    expect(world.server.pulls.filter((p) => p.cursor === '')).toHaveLength(1)
  })

  it('a catch-up of several pages is one moment', async () => {
    const c = await ready()
    world.server.loadPage = 5
    for (let i = 0; i < 22; i++) world.server.put('dock_shipment', { id: `N${i}`, loadedPallets: 0 })
    const counts = new Set<number>()
    let cut = 0
    device.link = (next) => async (path, init) => {
      if (path === '/api/sync/pull') {
        counts.add(await work(c).cache.db.dock_shipment.count())
        if (++cut === 4) throw new TypeError('gone') // staged pages are kept across a failure
      }
      return next(path, init)
    }
    await world.until(async () => (await work(c).cache.db.dock_shipment.count()) === 23)
    expect([...counts]).toEqual([1])
    await same(c)
  })

  it('a dropped scope leaves', async () => {
    world.server.scopes = ['org', 'wh:ATL', 'wh:DAL']
    world.server.put('dock_shipment', { id: 'D1', warehouse: 'DAL' }, ['wh:DAL'])
    world.server.put('dock_shipment', { id: 'B1' }, ['wh:DAL', 'wh:ATL'])
    const c = await ready()
    expect(await shipment(c, 'D1')).toBeDefined()
    world.server.scopes = ['org', 'wh:ATL']
    await world.until(async () => (await shipment(c, 'D1')) === undefined)
    expect((await shipment(c, 'B1'))?.scopes).toEqual(['wh:ATL'])
    expect(await shipment(c)).toBeDefined()
  })

  it('a scope that is withdrawn between two pages leaves with the rows of the first', async () => {
    world.server.scopes = ['org', 'wh:ATL', 'wh:DAL']
    const c = await ready()
    world.server.loadPage = 10
    for (let i = 0; i < 8; i++)
      world.server.put('dock_shipment', { id: `D${i}`, warehouse: 'DAL' }, i === 3 ? ['wh:DAL', 'wh:ATL'] : ['wh:DAL'])
    world.server.put('dock_pallet', { ...server('dock_pallet', 'S1P1'), state: 'loaded' }, ['wh:DAL']) // it has moved
    for (let i = 0; i < 8; i++) world.server.put('dock_shipment', { id: `E${i}`, warehouse: 'DAL' }, ['wh:DAL'])
    let withdrawn = false
    device.link = (next) => async (path, init) => {
      const answer = await next(path, init)
      if (path === '/api/sync/pull' && !withdrawn) {
        withdrawn = true
        world.server.scopes = ['org', 'wh:ATL']
      }
      return answer
    }
    await world.until(async () => withdrawn && (await work(c).cache.state()).version === world.server.version)
    expect((await work(c).cache.db.dock_shipment.toCollection().primaryKeys()).sort()).toEqual(['D3', 'S1'])
    expect((await shipment(c, 'D3'))?.scopes).toEqual(['wh:ATL'])
    expect(await pallet(c, 'S1P1')).toBeUndefined()
  })

  it('a divergence is cured by a fresh load, which loses no work', async () => {
    const c = await ready()
    await world.pass(11 * 60_000, 5_000)
    await work(c).cache.db.dock_pallet.delete('S1P2')
    await work(c).cache.db.dock_pallet.put({ id: 'GHOST', version: 1, scopes: ['wh:ATL'] } as never)
    device.link = (next) => async (path, init) => {
      if (isPush(path)) throw new TypeError('down')
      return next(path, init)
    }
    await load(c, 1)
    await world.until(async () => (await pallet(c, 'S1P2')) !== undefined && (await pallet(c, 'GHOST')) === undefined, 25 * 60_000, 2_000)
    expect((await pallet(c, 'S1P1'))?.state).toBe('loaded')
    device.link = (next) => next
    await drained(c)
    await same(c)
  })

  it('tells the server what it really holds, in step or not', async () => {
    const c = await ready()
    const told: { epoch: string; version: number; digest: Record<string, string> }[] = []
    device.link = (next) => async (path, init) => {
      const { holds } = path === '/api/sync/status' ? (JSON.parse(String(init?.body)) as { holds: (typeof told)[number] | null }) : {}
      if (holds) told.push(holds)
      return next(path, init)
    }
    await world.until(() => told.length > 0)
    expect(told[0]).toEqual({ epoch: 'E1', version: world.server.version, digest: world.server.digest() })
    await world.pass(2 * 60_000, 5_000)
    expect(told).toHaveLength(1) // once for each count
    await work(c).cache.db.dock_pallet.delete('S1P2')
    await world.until(() => told.length > 1, 15 * 60_000, 2_000)
    expect(told[1]?.digest['wh:ATL']).not.toBe(world.server.digest()['wh:ATL'])
    await world.until(async () => (await pallet(c, 'S1P2')) !== undefined, 60_000)
  })

  it("counts the server's rows, whatever guesses are on top of them", async () => {
    const c = await ready()
    device.link = (next) => (path, init) => (isPush(path) ? Promise.reject(new TypeError('down')) : next(path, init))
    await load(c, 1)
    const { cache } = work(c)
    await world.until(async () => (await cache.db._base.count()) > 0)
    world.server.put('dock_pallet', { ...server('dock_pallet', 'S1P1'), lpn: 'anew' }) // under the guess
    world.server.put('dock_pallet', { ...server('dock_pallet', 'S1P2'), lpn: 'anew' })
    await world.until(async () => (await cache.state()).version === world.server.version)
    expect((await pallet(c, 'S1P1'))?.state).toBe('loaded')
    const { version } = await cache.state()
    expect(await digests(cache, version, ['wh:ATL'])).toEqual({ 'wh:ATL': world.server.digest()['wh:ATL'] })
    await cache.db._base.update(rowId('dock_pallet', 'S1P1'), { row: null })
    expect(await digests(cache, version, ['wh:ATL'])).not.toEqual({ 'wh:ATL': world.server.digest()['wh:ATL'] })
  })

  it('an app that is older than the server keeps what it does not know of a row, and passes over tables it does not have', async () => {
    const c = await ready()
    world.server.put('dock_shipment', { ...server('dock_shipment', 'S1'), reefer: { setPoint: -18 } })
    world.server.put('dock_drone', { id: 'D1', battery: 80 })
    await world.until(async () => 'reefer' in ((await shipment(c)) ?? {}))
    await load(c, 1) // our own effect goes on top of it
    expect(await shipment(c)).toMatchObject({ loadedPallets: 1, reefer: { setPoint: -18 } })
    await drained(c)
    expect(await shipment(c)).toMatchObject({ loadedPallets: 1, reefer: { setPoint: -18 } })
  })

  it('an app that is too old may still send', async () => {
    const c = await ready()
    world.server.minSchema = 99
    await load(c, 1)
    await world.until(() => world.server.applied.length === 1)
    await world.until(() => c.work?.engine.status().update === true)
  })
})

describe('a server from a backup', () => {
  it('gets again what it has lost, settled or not', async () => {
    world.server.replicate = false
    const c = await ready()
    await load(c, 1)
    await drained(c)
    world.server.backup()
    await load(c, 2)
    await drained(c)
    world.server.restore('E2')
    expect(world.server.get('dock_shipment', 'S1')?.loadedPallets).toBe(1)
    await load(c, 3)
    await world.until(() => world.server.get('dock_shipment', 'S1')?.loadedPallets === 3)
    await drained(c)
    await same(c)
    expect(await ledger(c)).toEqual({ recorded: 3, settled: 3, waiting: 0, tray: 0 })
  })

  it('is not mistaken for its earlier life by an answer that comes late', async () => {
    world.server.replicate = false
    const c = await ready()
    world.server.backup()
    await load(c, 1)
    await drained(c)
    let thaw: (() => void) | undefined
    device.link = (next) => async (path, init) => {
      const res = await next(path, init)
      if (path === '/api/sync/pull' && !thaw)
        await new Promise<void>((r) => {
          thaw = r
        })
      return res
    }
    work(c).engine.nudge('manual')
    await world.until(() => thaw !== undefined)
    world.server.restore('E2')
    world.server.replicate = true
    world.server.handlers['DockView/LoadPallet'] = () => {
      throw new Refusal('closed')
    }
    await load(c, 2)
    await world.until(async () => (await ledger(c)).tray === 2)
    const pulls = world.server.pulls.length
    thaw?.() // of a life in which the first was applied and nothing waits for a person
    await world.until(() => world.server.pulls.length > pulls + 1)
    await world.until(async () => (await work(c).cache.state()).epoch === 'E2')
    expect((await work(c).outbox.queue()).epoch).toBe('E2')
    expect(await ledger(c)).toEqual({ recorded: 2, settled: 2, waiting: 0, tray: 2 })
    expect(c.work?.engine.diagnostics().filter((n) => n.what === 'new-epoch')).toHaveLength(1)
  })

  it('is told of a gap in its numbers and gets what is missing', async () => {
    world.server.replicate = false
    const c = await ready()
    await load(c, 1)
    await drained(c)
    world.server.backup()
    await load(c, 2)
    await drained(c)
    world.server.restore('E1') // a restore that forgot to begin a new epoch
    await load(c, 3)
    await world.until(async () => world.server.get('dock_shipment', 'S1')?.loadedPallets === 3 && (await ledger(c)).waiting === 0)
  })
})
