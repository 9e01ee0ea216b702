import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { Client, type Work } from '@sync/client'
import { digests } from '@sync/digest'
import type { Env } from '@sync/env'
import { heldFile, keepFile } from '@sync/files'
import { Live, type Poke } from '@sync/live'
import { memoryChannels, memoryLocks } from '@sync/memory'
import { sendFrom } from '@sync/send'
import { dockEffects } from '@sync/testing/world'
import { exchange } from '@sync/wire'
import { IDBKeyRange as FakeKeyRange, IDBFactory } from 'fake-indexeddb'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Server } from '../kit/server'
import { Jar } from './jar'

// One device and the built server, with nothing in between: whether both sides speak the same wire.
const server = new Server()
const clients: Client[] = []
beforeAll(() => server.start())
afterAll(async () => {
  for (const c of clients) await c.stop()
  await server.remove()
})

function newEnv(): Env {
  return {
    clock: {
      now: () => Date.now(),
      elapsed: () => performance.now(),
      setTimeout: (f, ms) => setTimeout(f, ms),
      clearTimeout: (h) => clearTimeout(h as NodeJS.Timeout),
    }, // it is what setTimeout gave
    random: Math.random,
    subtle: crypto.subtle,
    visible: () => true,
    fetch: new Jar().fetch(() => server.url),
    indexedDB: new IDBFactory() as unknown as IDBFactory,
    IDBKeyRange: FakeKeyRange as unknown as Env['IDBKeyRange'],
    channel: memoryChannels(),
    locks: memoryLocks(),
  }
}

async function signedIn(user: string, env = newEnv()): Promise<Client> {
  const client = await Client.start({ env, effects: dockEffects, live: false, deviceName: () => 'Dock 4', build: 'smoke' })
  clients.push(client)
  await client.session.signIn(user, 'lading-demo')
  await client.follow()
  return client
}

function workOf(client: Client): Work {
  if (!client.work) throw new Error('nobody is signed in', { cause: client.failure })
  return client.work
}

async function until(what: () => boolean | Promise<boolean>, client: Client, within = 15_000): Promise<void> {
  for (const end = Date.now() + within; !(await what()); ) {
    if (Date.now() > end) throw new Error(`not in time: ${what}\n${JSON.stringify(client.work?.engine.diagnostics(), null, 1)}`)
    await new Promise((r) => setTimeout(r, 20))
  }
}

const loaded = (client: Client) => until(async () => (await workOf(client).cache.state()).complete, client)
const drained = (client: Client) =>
  until(async () => {
    const { outbox, cache } = workOf(client)
    return (await outbox.waitingCount()) === 0 && (await cache.db._overlay.count()) === 0
  }, client)

async function sameAsServer(client: Client): Promise<void> {
  const { cache } = workOf(client)
  await until(async () => Object.keys((await cache.state()).digest).length > 0, client) // not in the middle of a load
  const state = await cache.state()
  expect(Object.keys(state.digest).length).toBeGreaterThan(0)
  expect(await digests(cache, state.version, Object.keys(state.digest))).toEqual(state.digest)
}

it('signs a bill from the first sign-in to the file on the server', async () => {
  const client = await signedIn('dock@demo.test')
  await loaded(client)
  await sameAsServer(client)
  const { cache, outbox, engine, person } = workOf(client)
  const places = Object.keys((await cache.state()).digest).map((scope) => scope.split('/')[0]) // of each place one scope for each right
  expect([...new Set(places)].sort()).toEqual(['org', `user:${person.id}`, 'wh:ATL'])
  const shipments = (await cache.db.dock_shipment.toArray()).filter(
    (s) => s.state === 'waiting' && s.totalPallets > 0 && s.hazmat.length === 0,
  )
  const [shipment] = shipments
  if (!shipment) throw new Error('nothing waits on the dock')
  const pallets = await cache.db.dock_pallet.where('shipmentId').equals(shipment.id).toArray()
  expect(pallets.length).toBe(shipment.totalPallets)

  await sendFrom(client, 'Shipment/UpdateDriverDetails', {
    ShipmentId: shipment.id,
    DriverId: outbox.newId(),
    Name: 'Luis Ortega',
    Licence: 'TX 1234',
    Phone: '+1 555 0100',
    Email: '',
    Carrier: shipment.carrier,
  })
  for (const p of pallets) await sendFrom(client, 'DockView/LoadPallet', { ShipmentId: shipment.id, PalletId: p.id, Lpn: p.lpn })
  await sendFrom(client, 'DockView/NoteShort', {
    ShipmentId: shipment.id,
    PalletId: pallets[0]?.id ?? '',
    Lpn: '',
    Pieces: 1,
    Note: 'one torn',
  })
  await sendFrom(client, 'DockView/FinishLoading', { ShipmentId: shipment.id, Seal: 'UL-77', Trailer: '533182', Left: 0 })
  const ink = new Uint8Array(randomBytes(300_000)) // more than one piece
  const hash = await keepFile(client.env, outbox, ink, person.id, 'application/octet-stream')
  await sendFrom(client, 'DockView/GetSaveSignature', {
    ShipmentId: shipment.id,
    SignedBy: 'Luis Ortega é “x” <&>',
    Image: hash,
    Strokes: hash,
    Role: 'driver',
    Consent: '1',
    Language: 'es',
    Pieces: shipment.pieces,
    Pallets: pallets.length,
    Digest: '',
    Emails: '',
  })
  engine.nudge('file')
  await drained(client)
  expect(await outbox.trayOf(person.id)).toEqual([])
  await until(async () => (await heldFile(outbox, hash)) === undefined, client)
  const row = await cache.db.dock_shipment.get(shipment.id)
  expect(row).toMatchObject({ seal: 'UL-77', signedBy: 'Luis Ortega é “x” <&>', signature: hash })
  expect(['signed', 'left']).toContain(row?.state)
  await sameAsServer(client)

  // What a rule refuses comes to the person, and the rest goes on.
  await sendFrom(client, 'DockView/GetSaveSignature', {
    ShipmentId: shipment.id,
    SignedBy: 'Somebody Else',
    Image: 'a'.repeat(64),
    Strokes: 'b'.repeat(64),
    Role: 'driver',
    Consent: '1',
    Language: 'en',
    Pieces: 1,
    Pallets: 1,
    Digest: '',
    Emails: '',
  })
  const other = shipments[1]
  if (!other) throw new Error('one shipment alone')
  await sendFrom(client, 'DockView/StartLoading', { ShipmentId: other.id, Door: '9' })
  await drained(client)
  const [item, ...more] = await outbox.trayOf(person.id)
  expect(more).toEqual([])
  expect(item).toMatchObject({ status: 'rejected', code: 'bol-already-signed' })
  await until(async () => (await cache.db.dock_shipment.get(other.id))?.door === '9', client)

  const stored = await client.env.fetch(`/api/blob/${hash}`, { headers: { Authorization: `Bearer ${await client.session.accessToken()}` } })
  expect(stored.status).toBe(200)
  expect(new Uint8Array(await stored.arrayBuffer())).toEqual(ink)
})

it('sends what a person left when another has signed in on the same tablet', async () => {
  const env = newEnv()
  const { fetch: online } = env
  const client = await signedIn('dock@demo.test', env)
  await loaded(client)
  const shipment = (await workOf(client).cache.db.dock_shipment.toArray()).find((s) => s.state === 'waiting')
  if (!shipment) throw new Error('nothing waits on the dock')
  let cut = true
  env.fetch = (path, init) => (cut && path !== '/api/token' ? Promise.reject(new TypeError('offline')) : online(path, init))
  await sendFrom(client, 'DockView/StartLoading', { ShipmentId: shipment.id, Door: '7' })
  await client.signOut()
  expect(client.work).toBeUndefined()
  cut = false
  await client.session.signIn('office@demo.test', 'lading-demo')
  await client.follow()
  await drained(client)
  await loaded(client)
  await until(async () => (await workOf(client).cache.db.dock_shipment.get(shipment.id))?.door === '7', client)
  expect((await workOf(client).outbox.ledger()).tray).toBe(0)
  const events = await workOf(client).cache.db.shipment_event.where('shipmentId').equals(shipment.id).toArray()
  expect(events.find((e) => e.kind === 'loading-started')?.userId).toBe('U-DOCK')
  await sameAsServer(client)
})

it('goes on with a refreshed session after a restart of the app and of the server', async () => {
  const env = newEnv()
  const first = await signedIn('dock@demo.test', env)
  await loaded(first)
  const before = (await workOf(first).cache.state()).epoch
  await first.stop()
  await server.stop('SIGKILL')
  await server.start()
  const again = await Client.start({ env, effects: dockEffects, live: false })
  clients.push(again)
  await until(async () => workOf(again).engine.status().state !== 'signed-out' && workOf(again).engine.status().lastContact > 0, again)
  expect((await workOf(again).cache.state()).epoch).toBe(before)
  const shipment = (await workOf(again).cache.db.dock_shipment.toArray()).find((s) => s.state === 'waiting')
  await sendFrom(again, 'DockView/StartLoading', { ShipmentId: shipment?.id ?? '', Door: '3' })
  await drained(again)
  await sameAsServer(again)
})

it('is poked with the change inside, over the hub', async () => {
  const client = await signedIn('dock@demo.test')
  await loaded(client)
  const { cache, outbox } = workOf(client)
  const pokes: Poke[] = []
  const live = new Live({
    env: client.env,
    url: `${server.url}/hub`,
    device: async () => (await outbox.queue()).device,
    ticket: async () => {
      const token = await client.session.accessToken()
      return (await exchange<{ ticket: string }>(client.env, '/api/hub/ticket', { token, body: '{}' })).ticket
    },
    onPoke: (poke) => pokes.push(poke),
    onChange: () => {},
  })
  live.start()
  try {
    await until(() => live.connected, client)
    const shipment = (await cache.db.dock_shipment.toArray()).find((s) => s.state === 'waiting')
    const before = await cache.state()
    await server.call('dock@demo.test', 'DockView/StartLoading', { ShipmentId: shipment?.id, Door: '5' })
    await until(() => pokes.some((p) => p.page), client)
    const poke = pokes.find((p) => p.page)
    expect(poke).toMatchObject({ epoch: before.epoch, from: before.cursor })
    expect(JSON.stringify(poke?.page?.put?.dock_shipment)).toContain(shipment?.id)
  } finally {
    live.stop()
  }
})

it('puts back what only it had when the whole data folder is lost', async () => {
  const client = await signedIn('dock@demo.test')
  await loaded(client)
  const { cache, outbox, engine, person } = workOf(client)
  const before = (await cache.state()).epoch
  const [first, second] = (await cache.db.dock_shipment.toArray()).filter((s) => s.state === 'waiting')
  if (!first || !second) throw new Error('nothing waits on the dock')
  const photo = new Uint8Array(randomBytes(5_000))
  const hash = await keepFile(client.env, outbox, photo, person.id, 'image/png')
  await sendFrom(client, 'DockView/StartLoading', { ShipmentId: first.id, Door: 'A-1' })
  engine.nudge('file')
  // The replica is a moment behind; the device hears of it with the next answer.
  await until(
    async () => {
      engine.nudge('manual')
      await new Promise((r) => setTimeout(r, 300))
      return (await outbox.db.mutations.count()) === 0 && (await heldFile(outbox, hash)) === undefined
    },
    client,
    30_000,
  )
  // The session is in a database of its own, whose replica may be later: a server that lost it would ask for a sign-in first.
  await until(async () => /^replica_behind 0$/m.test(await (await fetch(`${server.url}/metrics`)).text()), client, 30_000)
  await sendFrom(client, 'DockView/StartLoading', { ShipmentId: second.id, Door: 'B-2' })
  await until(async () => (await outbox.waitingCount()) === 0, client) // acknowledged, and the replica is a second behind
  await server.stop('SIGKILL')
  rmSync(server.data, { recursive: true, force: true })
  await server.start()
  engine.nudge('online')
  await until(
    async () => {
      engine.nudge('manual')
      await new Promise((r) => setTimeout(r, 300))
      return (await cache.state()).epoch !== before && (await outbox.db.mutations.count()) === 0
    },
    client,
    30_000,
  )
  engine.nudge('manual')
  await sameAsServer(client) // a load from the beginning is shown in pieces: the shipment may be here before its events
  for (const [id, door] of [
    [first.id, 'A-1'],
    [second.id, 'B-2'],
  ] as const) {
    await until(async () => (await cache.db.dock_shipment.get(id))?.door === door, client)
    const events = (await cache.db.shipment_event.toArray()).filter((e) => e.shipmentId === id && e.kind === 'loading-started')
    expect(events.filter((e) => (e.data as { door: string }).door === door)).toHaveLength(1)
  }
  expect(client.session.expired).toBe(false) // the sign-in outlived the server
  const kept = await client.env.fetch(`/api/blob/${hash}`, { headers: { Authorization: `Bearer ${await client.session.accessToken()}` } })
  expect(new Uint8Array(await kept.arrayBuffer())).toEqual(photo)
}, 120_000)
