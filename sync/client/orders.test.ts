import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Client } from './client'
import { Journal } from './journal'
import { sendFrom } from './send'
import { type TestDevice, World } from './testing/world'

let world: World
let device: TestDevice

beforeEach(() => {
  world = new World()
  world.stock()
  device = world.device()
})
afterEach(() => world.close())

async function ready(): Promise<Client> {
  const c = await device.signedIn()
  await world.until(async () => (await c.work?.cache.state())?.complete === true)
  return c
}
const load = (c: Client, n: number) => sendFrom(c, 'DockView/LoadPallet', { ShipmentId: 'S1', PalletId: `S1P${n}`, Lpn: '' })
const stores = async () =>
  (await device.disk.databases()).map((d) => d.name ?? '').filter((n) => n.includes('lading-') && !n.includes('session'))
const ask = (kind: 'log' | 'again' | 'wipe') =>
  world.server.asked.push({ id: `01JD000000000000000000000${world.server.asked.length}`, kind })

it('sends its log when it is asked, and once', async () => {
  await ready()
  ask('log')
  await world.until(() => world.server.logs.length > 0, 3 * 60_000, 1_000)
  expect(world.server.logs[0]?.entries.map((e) => e.what)).toContain('pull')
  expect(JSON.stringify(world.server.logs)).not.toContain('Ada')
  await world.pass(3 * 60_000, 5_000)
  expect(world.server.logs).toHaveLength(1)
})

it('tells also what happened before it crashed, to an administrator who asks afterwards', async () => {
  device.keepLog = true
  const before = await ready()
  before.work?.engine.broke(new TypeError('no such pallet in a list of none'))
  await world.pass(60_000, 1_000)
  device.crash()
  const crashed = world.clock.now()
  await world.pass(10_000, 1_000)
  const after = await device.tab()
  ask('log')
  await world.until(() => world.server.logs.length > 0, 3 * 60_000, 1_000)
  const entries = world.server.logs[0]?.entries ?? []
  const earlier = entries.filter((e) => e.at < crashed)
  expect(earlier.map((e) => e.what)).toEqual(expect.arrayContaining(['start', 'lead', 'pull', 'broke']))
  expect(earlier.find((e) => e.what === 'broke')?.detail).toMatchObject({ error: 'TypeError: no such pallet in a list of none' })
  expect(entries.filter((e) => e.what === 'start')).toHaveLength(2)
  expect(entries.map((e) => e.at)).toEqual(entries.map((e) => e.at).sort((a, b) => a - b))
  // Who is cleared forgets the log with the rest.
  ask('wipe')
  await world.until(async () => (await stores()).length === 0, 5 * 60_000, 1_000)
  expect(after.work).toBeUndefined()
  await world.pass(5_000, 1_000)
  expect(await stores()).toEqual([])
})

it('keeps no more of its log than the server takes', async () => {
  const journal = new Journal(device.env(), 'lading-log-many')
  for (let n = 0; n < 1_300; n++) {
    journal.add({ at: n, what: 'note', detail: { n } })
    if (n % 130 === 0) await journal.read()
  }
  expect((await journal.read()).map((e) => e.at)).toEqual(Array.from({ length: 500 }, (_, n) => 800 + n))
  const again = new Journal(device.env(), 'lading-log-many') // another tab
  again.add({ at: 2_000, what: 'note' })
  const kept = await again.read()
  expect([kept.length, kept[0]?.at, kept.at(-1)?.at]).toEqual([500, 801, 2_000])
  journal.close()
  again.close()
})

it('fetches everything anew when it is asked, and loses no work', async () => {
  const c = await ready()
  device.link = (next) => async (path, init) => {
    if (path === '/api/sync/push') throw new TypeError('down')
    return next(path, init)
  }
  await load(c, 1)
  await c.work?.cache.db.dock_pallet.put({ id: 'GHOST', version: 1, scopes: ['wh:ATL'] } as never)
  ask('again')
  await world.until(async () => (await c.work?.cache.db.dock_pallet.get('GHOST')) === undefined, 5 * 60_000, 1_000)
  await world.until(() => world.server.asked.length === 0, 60_000, 1_000)
  expect(await c.work?.outbox.waitingCount()).toBe(1)
  expect((await c.work?.cache.db.dock_pallet.get('S1P1'))?.state).toBe('loaded')
})

it('takes no answer that was under way when it began anew: its rows would count as all there are', async () => {
  const c = await ready()
  let answer: (() => void) | undefined
  device.link = (next) => async (path, init) => {
    const page = await next(path, init)
    if (path === '/api/sync/pull' && !answer) await new Promise<void>((resolve) => (answer = resolve))
    return page
  }
  await world.until(() => answer !== undefined, 5 * 60_000, 1_000)
  ask('again')
  await world.until(async () => (await c.work?.cache.state())?.sweep === true, 5 * 60_000, 1_000)
  answer?.()
  await world.until(async () => (await c.work?.cache.state())?.sweep === false, 5 * 60_000, 1_000)
  expect(await c.work?.cache.db.dock_shipment.get('S1')).toBeDefined()
  expect((await c.work?.cache.db.dock_pallet.get('S1P1'))?.state).toBe('staged')
})

it('sends what it holds before it deletes everything and signs out', async () => {
  const c = await ready()
  let down = true
  device.link = (next) => async (path, init) => {
    if (down && path === '/api/sync/push') throw new TypeError('down')
    return next(path, init)
  }
  await load(c, 1)
  ask('wipe')
  await world.until(() => c.work?.engine.status().clearing === true, 3 * 60_000, 1_000)
  await world.pass(3 * 60_000, 5_000)
  // What is not sent is not deleted, however long it takes.
  expect(await c.work?.outbox.waitingCount()).toBe(1)
  expect(world.server.asked).toHaveLength(1)
  down = false
  await world.until(async () => (await stores()).length === 0, 5 * 60_000, 1_000)
  expect(world.server.applied.map((a) => a.op)).toEqual(['DockView/LoadPallet'])
  expect(world.server.asked).toEqual([])
  expect(world.server.reports.at(-1)).toMatchObject({ outbox: 0, lostFiles: 0 })
  expect(c.session.person).toBeUndefined()
  expect(c.work).toBeUndefined()
})

it('a device whose access was withdrawn hears of it at its next pull, hands over its work and is cleared', async () => {
  const c = await ready()
  const id = (await c.work?.outbox.queue())?.device ?? ''
  world.server.revoked.add(id)
  ask('wipe')
  await load(c, 2)
  await world.until(async () => (await stores()).length === 0, 5 * 60_000, 1_000)
  expect(world.server.devices.get(id)?.heard).toBe(1)
  expect(c.session.person).toBeUndefined()
})

it('whoever signs in there next works on a new device', async () => {
  const c = await ready()
  const before = (await c.work?.outbox.queue())?.device
  ask('wipe')
  await world.until(async () => (await stores()).length === 0, 5 * 60_000, 1_000)
  await c.session.signIn('dock@demo.test', 'lading-demo')
  await c.follow()
  await world.until(async () => (await c.work?.cache.state())?.complete === true)
  expect((await c.work?.outbox.queue())?.device).not.toBe(before)
  expect(await c.work?.cache.db.dock_shipment.get('S1')).toBeDefined()
})
