import { sleep } from '@sync/env'
import { sendFrom } from '@sync/send'
import { seeded } from '@sync/testing/world'
import { ulids } from '@sync/ulid'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Enrolled } from '../kit/enrolled'
import { SimClock } from './clock'
import { Caller, type Shipment, SimServer } from './server'
import { type Fault, Tablet } from './tablet'
import { differs, everything, type Page } from './truth'

// Failures that a seed meets by chance at best, each provoked on purpose: the client's core, the real server, and time that is ours.
// e2e/FAILURES.md says which of the list each is.
const server = new SimServer()
beforeAll(() => server.start())
afterAll(() => server.remove())

const rows = 6_000
let nth = 0

/** An organisation of its own for each test, and the devices that a test takes into the yard. */
class Yard {
  readonly clock = new SimClock()
  readonly org = `F${++nth}-${Date.now().toString(36)}`
  readonly newId = ulids(this.clock, seeded(nth))
  readonly tablets: Tablet[] = []
  shipments: Shipment[] = []

  mail(user: string): string {
    return `${user}@${this.org.toLowerCase()}.test`
  }

  async tablet(fault?: Fault): Promise<Tablet> {
    const t = new Tablet(`tablet ${this.tablets.length + 1}`, this.clock, () => server.url, 100 * nth + this.tablets.length)
    if (fault) t.fault = fault
    this.tablets.push(t)
    await t.open()
    return t
  }

  /** Signed in, by a sign-in that the test's faults do not touch. */
  async signedIn(t: Tablet, user = 'dock'): Promise<Tablet> {
    const { fault } = t
    t.fault = (path, init, next) => (path === '/api/token' ? next() : fault(path, init, next))
    const done = t.signIn(this.mail(user))
    let open = true
    done.finally(() => {
      open = false
    })
    while (open) await this.clock.pass(100)
    await done
    t.fault = fault
    return t
  }

  async until(what: () => boolean | Promise<boolean>, within = 10 * 60_000, step = 1_000): Promise<void> {
    for (let spent = 0; !(await what()); spent += step) {
      if (spent > within)
        throw new Error(
          `not within ${within} ms: ${what}\n${JSON.stringify(this.tablets.map((t) => [t.work?.engine.status(), t.allNotes().slice(-12)]))}`,
        )
      await this.clock.pass(step)
    }
  }

  /** Pallets of one load, by one command: thousands of rows under one version. */
  async pile(count = rows, prefix = 'P', note = ''): Promise<void> {
    const [of] = this.shipments
    await server.plant(
      this.org,
      `INSERT INTO dock_pallet (id, shipment_id, warehouse, lpn, description, pieces, weight, state, note)
       WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
       SELECT '${prefix}' || printf('%05d', i), shipment_id, warehouse, '${prefix}' || i, description, pieces, weight, 'staged', '${note}' FROM n, dock_pallet
       WHERE dock_pallet.id = '${of?.pallets[0]}'`,
    )
  }

  loaded(t: Tablet) {
    return this.until(async () => (await t.work?.cache.state())?.complete === true)
  }

  async pallets(t: Tablet): Promise<number> {
    return (await t.work?.cache.db.dock_pallet.where('id').startsWith('P').count()) ?? 0
  }

  async agrees(t: Tablet, user = 'dock'): Promise<void> {
    await this.until(async () => {
      const [state, overlay] = [await t.work?.cache.state(), await t.work?.cache.db._overlay.count()]
      return state?.loading.length === 0 && overlay === 0 && state.version >= (await server.check(this.org)).version
    })
    expect(await differs(t, await everything(await Enrolled.new(() => server.url, this.mail(user), this.newId())))).toBeUndefined()
  }
}

let yard: Yard
async function open(): Promise<Yard> {
  yard = new Yard()
  yard.shipments = (await server.make(yard.org)).shipments
  return yard
}
afterEach(async () => {
  for (const t of yard.tablets) await t.close()
})

const isPull = (path: string) => path === '/api/sync/pull'
const asked = (init: RequestInit | undefined) => JSON.parse(String(init?.body)) as { cursor: string; limit: number }

describe('a first load', () => {
  it('is finished while the tablet roams: the link goes every forty seconds, and no page is fetched twice', async () => {
    const y = await open()
    await y.pile()
    let up = true
    const cursors: string[] = []
    const t = await y.tablet(async (path, init, next) => {
      if (!isPull(path)) return next()
      if (!up) throw new TypeError('between two access points')
      const { cursor } = asked(init)
      const res = await next()
      await sleep(y.clock, 9_000) // a page on such a link
      if (!up) throw new TypeError('the link went while the page was under way')
      cursors.push(cursor)
      return res
    })
    // the first pages are small, since the link is bad from the start
    const roam = async () => {
      for (let i = 0; i < 60 && (await t.work?.cache.state())?.complete !== true; i++) {
        await y.clock.pass(40_000)
        up = false
        await y.clock.pass(15_000)
        up = true
      }
    }
    await y.signedIn(t)
    await roam()
    expect(await y.pallets(t)).toBe(rows)
    expect(new Set(cursors).size).toBe(cursors.length) // every page arrived once
    expect(cursors.filter((c) => c === '')).toHaveLength(1)
    await y.agrees(t)
  })

  it('needs few requests on a slow link that loses some, and gives none of them up too soon', async () => {
    const y = await open()
    await y.pile()
    const random = seeded(15)
    let pages = 0
    let lost = 0
    const t = await y.tablet(async (path, _init, next) => {
      await sleep(y.clock, 300)
      if (random() < 0.03) {
        lost++
        throw new TypeError('lost')
      }
      if (isPull(path)) pages++
      const res = await next()
      await sleep(y.clock, isPull(path) ? 20_000 : 0) // 2000 rows at a bad hour
      return res
    })
    await y.signedIn(t)
    await y.loaded(t)
    expect(pages).toBeLessThanOrEqual(Math.ceil(rows / 2000) + 3 + 2 * lost)
    expect(t.allNotes().filter((n) => n.detail?.failed === 'timeout')).toEqual([])
    await y.agrees(t)
  })

  it('goes on at the page where it was cut, and what is there can be used', async () => {
    const y = await open()
    await y.pile()
    const cursors: string[] = []
    let cut = false
    let fetched = 0
    const t = await y.tablet(async (path, init, next) => {
      if (!isPull(path)) return next()
      cut ||= cursors.length === 2 && fetched < rows
      if (cut) throw new TypeError('gone')
      cursors.push(asked(init).cursor)
      const res = await next()
      const { put } = (await res.clone().json()) as Page
      fetched += put.dock_pallet?.filter((p) => p.id.startsWith('P')).length ?? 0
      return res
    })
    await y.signedIn(t)
    await y.until(async () => cut && (await y.pallets(t)) === fetched)
    const have = fetched
    expect(have / rows).toBeGreaterThan(0.6)
    expect(have).toBeLessThan(rows)
    await t.kill()
    expect(await y.pallets(t)).toBe(have)
    expect(await t.work?.cache.db.dock_shipment.count()).toBe(4) // the dock comes first: it is all there
    const [s] = y.shipments
    if (!s) throw new Error('no load')
    await sendFrom(t.client, 'DockView/StartLoading', { ShipmentId: s.id, Door: '4' })
    await y.clock.pass(1_000) // what the dead tab had begun has failed by now
    cursors.push('cut')
    cut = false
    await y.loaded(t)
    expect(cursors.slice(cursors.indexOf('cut'))).not.toContain('')
    expect(fetched).toBe(rows) // nothing came twice
    await y.agrees(t)
  })

  it('ends as the server has it, though rows change, move away and are deleted meanwhile', async () => {
    const y = await open()
    await y.pile()
    let pages = 0
    const t = await y.tablet(async (path, _init, next) => {
      const res = await next()
      if (!isPull(path)) return res
      const between = [
        `UPDATE dock_pallet SET note = 'changed' WHERE id >= 'P05900' AND id < 'P0595'`, // sent already: the newest key comes first
        `UPDATE dock_pallet SET warehouse = 'DAL' WHERE id IN ('P05800', 'P00005', 'P03000')`, // sent, not sent yet, perhaps
        `DELETE FROM dock_pallet WHERE id IN ('P05801', 'P00006', 'P03001')`,
        `UPDATE dock_pallet SET warehouse = 'ATL', note = 'back' WHERE id = 'P00005'`,
      ][pages++]
      if (between) await server.plant(y.org, between)
      return res
    })
    await y.signedIn(t)
    await y.loaded(t)
    expect(pages).toBeGreaterThanOrEqual(4)
    expect(await y.pallets(t)).toBe(rows - 5)
    expect((await t.work?.cache.db.dock_pallet.get('P00005'))?.note).toBe('back')
    await y.agrees(t)
  })
})

it('never shows half of what one command did, however small the pages', async () => {
  const y = await open()
  const seen = new Set<number>()
  const t = await y.tablet(async (path, _init, next) => {
    if (isPull(path)) seen.add(await y.pallets(t))
    const res = await next()
    if (isPull(path)) seen.add(await y.pallets(t))
    return res
  })
  await y.signedIn(t)
  await y.loaded(t)
  const watched = t.work?.cache.db
  t.offline = true
  await y.pile() // three pages' worth under one version
  await y.pile(1_500, 'Q')
  await y.pile(1_500, 'R')
  t.offline = false
  const together = new Set<string>()
  await y.until(
    async () => {
      const [p, q, r] = await Promise.all(
        ['P', 'Q', 'R'].map((prefix) => watched?.dock_pallet.where('id').startsWith(prefix).count() ?? Promise.resolve(0)),
      )
      seen.add(p ?? 0)
      together.add(`${p} ${q} ${r}`)
      return r === 1_500
    },
    10 * 60_000,
    20,
  )
  expect([...seen].sort((a, b) => a - b)).toEqual([0, rows])
  expect([...together]).toEqual(['0 0 0', `${rows} 1500 1500`]) // and the three commands come together, as one moment
  await y.agrees(t)
})

it('takes the data away and the unsent work to the tray when rights were withdrawn meanwhile', async () => {
  const y = await open()
  const t = await y.signedIn(await y.tablet())
  await y.loaded(t)
  t.offline = true
  const [s] = y.shipments
  if (!s) throw new Error('no load')
  const m = await sendFrom(t.client, 'DockView/LoadPallet', { ShipmentId: s.id, PalletId: s.pallets[0] ?? '', Lpn: '' })
  await new Caller(() => server.url, y.mail('admin')).call('LogIn/UserManagement', { actions: 3, UserID: 'U-DOCK', Warehouses: ['DAL'] })
  t.offline = false
  await y.until(async () => (await t.outbox()).waiting === 0)
  await y.until(async () => (await t.work?.cache.db.dock_shipment.where('warehouse').equals('ATL').count()) === 0)
  expect((await server.check(y.org)).tray).toEqual([m.id])
  expect((await t.outbox()).tray).toEqual([m.id])
  await y.agrees(t)
})

it('starts a scope again that was away for longer than tombstones are kept, and keeps its work', async () => {
  const y = await open()
  await y.pile(200)
  const t = await y.signedIn(await y.tablet())
  await y.loaded(t)
  t.offline = true
  const [s] = y.shipments
  if (!s) throw new Error('no load')
  await sendFrom(t.client, 'DockView/StartLoading', { ShipmentId: s.id, Door: '11' })
  await server.plant(y.org, `DELETE FROM dock_pallet WHERE id LIKE 'P000%'`)
  await server.plant(
    y.org,
    `INSERT INTO store_meta (key, value) SELECT 'tombstone_floor', CAST(max(version) AS TEXT) FROM change WHERE gone = 1
     ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
  )
  await server.plant(y.org, `DELETE FROM change WHERE gone = 1`) // as the hourly sweep does after ninety days
  expect(await y.pallets(t)).toBe(200)
  t.offline = false
  await y.until(async () => (await t.outbox()).waiting === 0 && (await y.pallets(t)) === 101)
  await y.until(async () => (await t.work?.cache.db.dock_shipment.get(s.id))?.door === '11')
  await y.agrees(t)
})

it('is not worn out by a server that only ever says: start again', async () => {
  const y = await open()
  const t = await y.signedIn(await y.tablet())
  await y.loaded(t)
  const [s] = y.shipments
  if (!s) throw new Error('no load')
  let asks = 0
  t.fault = async (path, _init, next) => {
    if (!isPull(path)) return next()
    asks++
    return new Response('{"code":"start-again","params":{}}', { status: 410, headers: { 'Content-Type': 'application/problem+json' } })
  }
  const m = await sendFrom(t.client, 'DockView/StartLoading', { ShipmentId: s.id, Door: '12' })
  await y.clock.pass(30 * 60_000)
  expect(asks).toBeGreaterThan(20) // it has not given up
  expect(asks).toBeLessThan(200) // about two each minute at the most
  expect((await server.check(y.org)).outcomes.map((o) => o.id)).toEqual([m.id]) // work goes out all the same
  expect(await t.work?.cache.db.dock_shipment.count()).toBe(4) // and what was there can be read
  expect(t.work?.engine.status().behind).toBe(true) // and the person is told
  t.fault = (_path, _init, next) => next()
  await y.agrees(t) // as it did before, until somebody changes a row: that a pull went through is told by what the person is told
  await y.until(() => t.work?.engine.status().behind === false)
})

it('leaves nobody at work under the name of who went home: the answer that brings the old cookie back comes after the next sign-in', async () => {
  const y = await open()
  let late = false
  const t = await y.tablet(async (path, init, next) => {
    if (path !== '/api/token') return next()
    const { grantType } = JSON.parse(String(init?.body)) as { grantType: string }
    if (grantType === 'sign_out') throw new TypeError('lost on the way there')
    const res = await next()
    if (grantType !== 'refresh_token' || late) return res
    late = true
    await sleep(y.clock, 20_000)
    return res
  })
  await y.signedIn(t)
  await y.loaded(t)
  t.client.session.refused()
  t.work?.engine.nudge('manual')
  await y.until(() => late, 60_000, 100)
  await t.client.signOut()
  const { fault } = t
  await y.signedIn(t, 'mate')
  expect(t.fault).toBe(fault)
  await y.clock.pass(30_000)
  await t.kill() // only the cookie is left
  await y.until(() => t.signedOut, 120_000)
  expect(t.work?.person.id).toBe('U-MATE')
  await y.signedIn(t, 'mate')
  await y.loaded(t)
  await y.agrees(t, 'mate')
})

it('comes back as a new device after its storage was wiped, and the server knows what the old one still had', async () => {
  const y = await open()
  const t = await y.signedIn(
    await y.tablet((path, _init, next) => (path === '/api/sync/push' ? Promise.reject(new TypeError('gone')) : next())),
  )
  await y.loaded(t)
  const [s] = y.shipments
  if (!s) throw new Error('no load')
  for (const Door of ['1', '2', '3']) await sendFrom(t.client, 'DockView/StartLoading', { ShipmentId: s.id, Door })
  const old = (await t.work?.outbox.queue())?.device ?? ''
  await y.clock.pass(70_000) // a heartbeat
  await t.close()
  const fresh = await y.signedIn(await y.tablet())
  await y.loaded(fresh)
  const now = (await fresh.work?.outbox.queue())?.device
  expect(now).not.toBe(old)
  const { devices: known } = await new Caller(() => server.url, y.mail('admin')).call<{
    devices: { id: string; heard: number; status: { outbox?: number } }[]
  }>('Sync/Devices')
  expect(known.map((d) => d.id).sort()).toEqual([old, now].sort())
  expect(known.find((d) => d.id === old)).toMatchObject({ heard: 0, status: { outbox: 3 } })
  await y.agrees(fresh)
})
