import Dexie from 'dexie'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { letGo } from './aside'
import { Cache, rowId } from './cache'
import type { Client } from './client'
import { keepFile } from './files'
import { schema, tables } from './gen/tables'
import { openOptions } from './idb'
import { Outbox } from './outbox'
import { sendFrom } from './send'
import { Forgetful } from './testing/disk'
import { dockEffects, type TestDevice, World } from './testing/world'

// What a browser does to its databases under a running app.

let world: World
let device: TestDevice
let forgetful: Forgetful
beforeEach(() => {
  world = new World()
  world.stock()
  device = world.device()
  forgetful = new Forgetful()
  forgetful.over(device.disk)
})
afterEach(() => world.close())

function work(c: Client) {
  if (!c.work) throw new Error('nobody is signed in')
  return c.work
}
const load = (c: Client, n: number) => sendFrom(c, 'DockView/LoadPallet', { ShipmentId: 'S1', PalletId: `S1P${n}`, Lpn: '' })
const pallet = async (c: Client, n: number) => work(c).cache.db.dock_pallet.get(`S1P${n}`)

const news = (n: number, note: string) =>
  world.server.put('dock_pallet', { ...world.server.get('dock_pallet', `S1P${n}`), id: `S1P${n}`, note })

async function ready(): Promise<Client> {
  const c = await device.signedIn()
  await world.until(async () => (await work(c).cache.state()).complete)
  return c
}

async function drained(c: Client) {
  await world.until(async () => (await work(c).outbox.ledger()).waiting === 0 && (await work(c).cache.db._overlay.count()) === 0)
}

it('opens anew what the browser has killed, and the action that met it is done once', async () => {
  const c = await ready()
  forgetful.killAll()

  await load(c, 1)

  expect(forgetful.met).toContain(work(c).outbox.db.name)
  expect(forgetful.met).toContain(work(c).cache.db.name)
  expect((await work(c).outbox.ledger()).recorded).toBe(1)
  expect((await pallet(c, 1))?.state).toBe('loaded')
  await load(c, 2)
  await drained(c)
  expect(world.server.applied.map((m) => m.seq)).toEqual([1, 2])
})

it('what was committed before its connection was lost has happened, once, and is told so', async () => {
  const c = await ready()
  const { link } = device
  device.link = () => () => Promise.reject(new TypeError('offline'))
  forgetful.next = 1
  const one = await load(c, 1)
  expect(one.seq).toBe(1)

  // What is tapped while a write is under way is written together, and that write is the one reported as lost, twice.
  const first = load(c, 2)
  forgetful.next = 0
  await Promise.resolve()
  const more = [load(c, 3), load(c, 1)]
  forgetful.next = 2
  const kept = await Promise.all([first, ...more])
  expect(kept.map((m) => m.seq)).toEqual([2, 3, 4])
  const stored = await work(c).outbox.db.mutations.toArray()
  expect(stored.filter((m) => m.seq > 1).map((m) => m.id)).toEqual(kept.map((m) => m.id))
  forgetful.next = 0

  device.link = link
  work(c).engine.nudge('manual')
  await drained(c)
  expect(world.server.applied.map((m) => m.seq)).toEqual([1, 2, 3, 4])
  expect((await work(c).outbox.ledger()).recorded).toBe(4)
})

it('a store that stays dead is an error that is told, and nothing is half written', async () => {
  const c = await ready()
  const { outbox } = work(c)
  forgetful.killAll()
  const open = vi.spyOn(outbox.db, 'open').mockRejectedValue(new DOMException('lost for good', 'UnknownError') as never)
  await expect(load(c, 1)).rejects.toThrow(/lost/)
  open.mockRestore()
  await outbox.db.open()
  expect((await outbox.ledger()).recorded).toBe(0)
})

it('a store that the browser deletes under the app is not made anew, so that the next start knows what is lost', async () => {
  const c = await ready()
  device.link = () => () => Promise.reject(new TypeError('down'))
  await load(c, 1)
  await load(c, 2)
  const { name } = work(c).outbox.db
  await new Promise((then) => {
    const request = device.disk.deleteDatabase(name)
    request.onsuccess = then
  })

  await expect(load(c, 3)).rejects.toThrow()
  await world.pass(5_000)

  expect((await device.disk.databases()).map((d) => d.name)).not.toContain(name)
  await world.until(() => work(c).engine.status().storage === 'failed')
})

it('a pull that the store dies under is made good by the next one', async () => {
  const c = await ready()
  news(3, 'from the office')
  forgetful.killAll()
  work(c).engine.nudge('manual')
  await world.until(async () => (await pallet(c, 3).catch(() => undefined))?.note === 'from the office')
  expect(forgetful.met.length).toBeGreaterThan(0)
})

it('a newer app takes the cache: the older one shows what it had, says so, still records, and never opens the new shape', async () => {
  const old = await ready()
  const { cache, engine, outbox } = work(old)
  const name = cache.db.name
  const newer = await Cache.open(device.env(), name, { effects: dockEffects, schema: cache.schema + 1 })
  try {
    await world.until(() => engine.status().update)
    expect(cache.stale).toBe(true)
    expect(engine.leads).toBe(false)

    await load(old, 1)
    expect((await outbox.ledger()).waiting).toBe(1)
    expect(cache.db.isOpen()).toBe(false)
    await world.pass(20_000)
    expect(cache.db.isOpen()).toBe(false)
    // The same outbox, read by the newer app.
    const theirs = await Outbox.open(device.env(), outbox.name, { ballast: 0 })
    expect((await theirs.nextBatch(10)).map((m) => m.op)).toEqual(['DockView/LoadPallet'])
    theirs.close()
  } finally {
    newer.close()
  }
})

it('a sign-out in another tab deletes the cache without a word of a newer app', async () => {
  const c = await ready()
  const { cache, engine } = work(c)
  const other = await Cache.open(device.env(), cache.db.name, { effects: dockEffects })
  await other.delete()
  await world.pass(1_000)
  expect(cache.stale).toBe(false)
  expect(engine.status().update).toBe(false)
})

it('a cache with indexes that the app has given up keeps its rows and its guesses, and loses the indexes', async () => {
  const name = 'lading-cache-old'
  const { indexedDB, IDBKeyRange } = device.env()
  const old = new Dexie(name, { indexedDB, IDBKeyRange })
  old.version(schema - 1).stores({
    ...tables,
    dock_shipment: `${tables.dock_shipment}, [warehouse+shipOn], carrier`,
    _base: '&id',
    _overlay: '&id,n,at,version,*rows',
    _meta: '&key',
    _staged: '++n',
    _seen: '&id',
    _answers: '&key,at',
  })
  const row = { id: 'S1', warehouse: 'ATL', shipOn: '2026-11-20', carrier: 'RLCA', bol: '1', door: '7' }
  const guess = {
    id: 'M1',
    n: 1,
    op: 'DockView/AssignDoor',
    args: {},
    at: '',
    user: 'U1',
    device: 'D',
    rows: [rowId('dock_shipment', 'S1')],
  }
  await old.table('dock_shipment').put(row)
  await old.table('_overlay').put(guess)
  await old.table('_meta').put({ key: 'sync', cursor: 'c7', epoch: 'E', version: 7, loading: [], complete: true, schema: schema - 1 })
  old.close()

  const cache = await Cache.open(device.env(), name, { effects: dockEffects })
  expect(await cache.db.dock_shipment.where('bol').equals('1').toArray()).toEqual([row])
  expect(await cache.db._overlay.toArray()).toEqual([guess])
  const kept = cache.db.backendDB().transaction(['dock_shipment', '_overlay'])
  expect([...kept.objectStore('dock_shipment').indexNames].sort()).toEqual(['[warehouse+state]', 'bol', 'orders', 'pro'])
  expect([...kept.objectStore('_overlay').indexNames].sort()).toEqual(['looked', 'n', 'rows', 'version'])
  expect(await cache.state()).toMatchObject({ cursor: '', sweep: true, complete: true, schema })
  cache.close()
})

it('a cache that lacks an index gets it, and goes on where it stood', async () => {
  const { indexedDB, IDBKeyRange } = device.env()
  const name = 'lading-cache-lean'
  const old = new Dexie(name, { indexedDB, IDBKeyRange })
  old.version(schema).stores({
    ...tables,
    order_open: 'id, number, shipOn, customer',
    _base: '&id',
    _overlay: '&id,version,*rows',
    _meta: '&key',
    _staged: '++n',
    _seen: '&id',
    _answers: '&key,at',
  })
  const row = { id: 'O1', state: 'open', shipOn: '2026-11-20', number: '1', customer: 'C' }
  await old.table('order_open').put(row)
  await old.table('_meta').put({ key: 'sync', cursor: 'c7', epoch: 'E', version: 7, loading: [], complete: true, schema })
  old.close()

  for (const time of ['first', 'again']) {
    const cache = await Cache.open(device.env(), name, { effects: dockEffects })
    expect(await cache.db.order_open.where('[state+shipOn+id]').above(['open']).toArray(), time).toEqual([row])
    expect(await cache.state(), time).toMatchObject({ cursor: 'c7', version: 7, complete: true, schema })
    cache.close()
  }
})

it('waits where an older app holds the cache, says so, and goes on when it lets go', async () => {
  const c = await ready()
  const { name } = work(c).cache.db
  const schema = work(c).cache.schema
  await c.stop()
  // A frozen tab: it holds its connection and hears nothing.
  const held = await new Promise<IDBDatabase>((resolve) => {
    const opening = device.disk.open(name)
    opening.onsuccess = () => resolve(opening.result as unknown as IDBDatabase)
  })
  const blocked = vi.fn()
  let opened: Cache | undefined
  const opening = Cache.open(device.env(), name, { effects: dockEffects, schema: schema + 1, blocked }).then((cache) => {
    opened = cache
  })
  await vi.waitFor(() => expect(blocked).toHaveBeenCalled())
  expect(opened).toBeUndefined()
  held.close()
  await opening
  expect(await opened?.db.dock_pallet.count()).toBe(3)
  opened?.close()
})

it('a disk without room costs the preview, not the action, and the person is told once', async () => {
  const c = await ready()
  const { cache, engine, outbox } = work(c)
  const full = vi.spyOn(cache.db.dock_pallet.core, 'mutate').mockRejectedValue(new DOMException('full', 'QuotaExceededError'))
  await load(c, 1)
  expect((await outbox.ledger()).waiting).toBe(1)
  await world.until(() => engine.status().storage === 'full')
  full.mockRestore()
  await world.until(async () => (await pallet(c, 1))?.state === 'loaded')
  await world.until(() => engine.status().storage === 'ok')
})

it('what could not be shown is shown in a moment, without a network', async () => {
  const c = await ready()
  const { cache, outbox } = work(c)
  device.link = () => () => Promise.reject(new TypeError('offline'))
  const failing = vi.spyOn(cache.db.dock_pallet.core, 'mutate').mockRejectedValueOnce(new DOMException('aborted', 'AbortError'))
  await load(c, 1)
  failing.mockRestore()
  expect((await pallet(c, 1))?.state).not.toBe('loaded')
  await world.until(async () => (await pallet(c, 1))?.state === 'loaded')
  expect((await outbox.ledger()).waiting).toBe(1)
})

it('what could not be shown is shown before what was done after it', async () => {
  const c = await ready()
  const { cache } = work(c)
  device.link = () => () => Promise.reject(new TypeError('offline'))
  const failing = vi.spyOn(cache.db.dock_pallet.core, 'mutate').mockRejectedValueOnce(new DOMException('aborted', 'AbortError'))
  await load(c, 1)
  failing.mockRestore()
  await sendFrom(c, 'DockView/NoteShort', { ShipmentId: 'S1', PalletId: 'S1P1', Pieces: 1, Note: 'one is missing' })
  await world.until(async () => (await cache.db.dock_shipment.get('S1'))?.loadedPallets === 1)
  await world.until(async () => (await pallet(c, 1))?.state === 'short')
  expect(await pallet(c, 1)).toMatchObject({ note: 'one is missing', scannedBy: 'U1' })
})

it('a pull without room keeps the rows of before, gives up old answers, and catches up when there is room', async () => {
  const c = await ready()
  const { cache, engine } = work(c)
  await cache.keepAnswer('an old answer', {})
  news(2, 'new')
  const full = vi.spyOn(cache.db.dock_pallet.core, 'mutate').mockRejectedValue(new DOMException('full', 'QuotaExceededError'))
  engine.nudge('manual')
  await world.until(() => engine.status().storage === 'full')
  expect((await pallet(c, 2))?.note).toBe('')
  await world.until(async () => (await cache.answer('an old answer')) === undefined)
  full.mockRestore()
  await world.until(async () => (await pallet(c, 2))?.note === 'new')
  await world.until(() => engine.status().storage === 'ok')
})

it('a full disk keeps a signature in the room held back, and refuses a photo', async () => {
  const outbox = await Outbox.open(device.env(), 'full', { ballast: 1024 })
  let room = false
  const clear = outbox.db.ballast.clear.bind(outbox.db.ballast)
  vi.spyOn(outbox.db.ballast, 'clear').mockImplementation(() => {
    room = true
    return clear()
  })
  const { core } = outbox.db.blobData
  const mutate = core.mutate.bind(core)
  vi.spyOn(core, 'mutate').mockImplementation((req) =>
    room ? mutate(req) : Promise.reject(new DOMException('full', 'QuotaExceededError')),
  )
  await expect(keepFile(device.env(), outbox, new Uint8Array(300 * 1024), 'U1')).rejects.toThrow()
  expect(outbox.full).toBe(true)
  expect(await outbox.db.blobs.count()).toBe(0)
  const hash = await keepFile(device.env(), outbox, new Uint8Array(2_000), 'U1', 'image/png')
  expect((await outbox.db.blobData.get(hash))?.data).toHaveLength(2_000)
  outbox.close()
})

it('a page that the browser puts aside in the middle of a transaction holds no store against the app in its place', async () => {
  const aside = await ready()
  const { cache, outbox } = work(aside)
  const never = new Promise<void>(() => {}) // nothing that the page would hear any more
  void cache.db.transaction('rw', cache.all, () => Dexie.waitFor(never))
  void outbox.db.transaction('rw', outbox.db.meta, outbox.db.mutations, () => Dexie.waitFor(never))
  await world.breathe()

  letGo()

  await expect(outbox.db.meta.toArray()).rejects.toThrow() // and nothing opens them again
  const next = await device.tab()
  await load(next, 1)
  expect((await pallet(next, 1))?.state).toBe('loaded')
  expect((await work(next).outbox.ledger()).recorded).toBe(1)
})

it('a page that the browser puts aside while it makes a database does not keep the app in its place from making it', async () => {
  const { env } = await device.tab()
  const opened = (factory: IDBFactory, made: (tx: IDBTransaction | null) => void) =>
    new Promise<string>((resolve) => {
      const request = factory.open('new', 1)
      request.onupgradeneeded = () => made(request.transaction)
      request.onsuccess = () => {
        request.result.close()
        resolve('open')
      }
      request.onerror = () => resolve('failed')
    })
  let begun = () => {}
  const making = new Promise<void>((then) => {
    begun = then
  })
  const aside = opened(openOptions(env, 'relaxed').indexedDB, (tx) => {
    const store = tx?.db.createObjectStore('rows')
    const busy = () => {
      begun()
      const next = store?.count()
      if (next) next.onsuccess = busy // it would never end
    }
    busy()
  })
  await making

  letGo()

  expect(await aside).toBe('failed')
  expect(await opened(env.indexedDB, (tx) => tx?.db.createObjectStore('rows'))).toBe('open')
})
