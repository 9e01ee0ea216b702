import { afterEach, expect, it } from 'vitest'
import type { Client, Work } from './client'
import { heldFile, keepFile, retryFile } from './files'
import { sendFrom } from './send'
import { World } from './testing/world'

let world: World
afterEach(() => world.close())

async function start(): Promise<{ client: Client; work: Work; device: ReturnType<World['device']> }> {
  world = new World()
  world.stock()
  const device = world.device()
  const client = await device.signedIn()
  if (!client.work) throw new Error('nobody is signed in')
  const { work } = client
  await world.until(async () => (await work.cache.state()).complete)
  return { client, work, device }
}

it('finds a file by itself when the tab that kept it could not say so', async () => {
  const { client, work } = await start()
  await world.pass(5_000)
  await keepFile(client.env, work.outbox, photo(900, 5), 'U1', 'image/jpeg')
  await world.until(async () => (await work.outbox.db.blobs.count()) === 0)
})

it('does not wait for the hours that a clock was set back by', async () => {
  const { client, work, device } = await start()
  device.link = () => () => Promise.reject(new TypeError('gone'))
  await keepFile(client.env, work.outbox, photo(900, 7), 'U1', 'image/jpeg')
  work.engine.nudge('file')
  await world.until(async () => ((await work.outbox.db.blobs.toArray())[0]?.attempts ?? 0) > 0)
  world.clock.jump(-9 * 3_600_000)
  device.link = (next) => next
  await world.until(async () => (await work.outbox.db.blobs.count()) === 0, 5 * 60_000)
})

function photo(size: number, seed: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: size }, (_, i) => (i * seed) % 251)
}

it('sends a file in pieces, goes on where it was cut, and lets it go when the server has it', async () => {
  const { client, work, device } = await start()
  const data = photo(700_000, 3)
  let patches = 0
  device.link = (next) => async (path, init) => {
    if (init?.method === 'PATCH') {
      expect((init.body as Uint8Array).length).toBeLessThanOrEqual(256 * 1024)
      if (++patches === 2) throw new TypeError('gone')
    }
    return next(path, init)
  }
  const hash = await keepFile(client.env, work.outbox, data, 'U1', 'image/jpeg')
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
  expect((await heldFile(work.outbox, hash))?.size).toBe(700_000)
  work.engine.nudge('file')
  await world.until(async () => (await work.outbox.db.blobs.count()) === 0)
  expect(world.server.files.held.get(hash)?.data).toHaveLength(700_000)
  expect(patches).toBe(4)
  expect(await work.outbox.db.blobData.count()).toBe(0)
})

it('does not believe a captive portal that it has the file', async () => {
  const { client, work, device } = await start()
  const hash = await keepFile(client.env, work.outbox, photo(1000, 5), 'U1')
  device.link = () => async (_path, init) =>
    new Response(init?.method === 'HEAD' ? null : '<html>', { headers: { 'Content-Type': 'text/html' } })
  work.engine.nudge('file')
  await world.pass(10_000)
  expect(await heldFile(work.outbox, hash)).toBeDefined()
  device.link = (next) => next
  await world.until(async () => (await work.outbox.db.blobs.count()) === 0)
})

it('does not call a file broken for what the link did to it', async () => {
  const { client, work, device } = await start()
  const hash = await keepFile(client.env, work.outbox, photo(1000, 11), 'U1')
  device.link = () => () => Promise.reject(new TypeError('gone'))
  work.engine.nudge('file')
  const attempts = async () => (await work.outbox.db.blobs.get(hash))?.attempts ?? 0
  await world.until(async () => (await attempts()) >= 9, 20 * 60_000, 1_000)
  // Now the server is there and says no, once: as while a disk is full or a proxy is set up wrongly.
  world.server.files.broken.set(hash, 'file-refused')
  device.link = (next) => next
  await world.until(async () => (await work.outbox.db.blobs.get(hash))?.refusals === 1, 120_000, 50)
  expect((await work.outbox.db.blobs.get(hash))?.state).toBe('waiting')
  world.server.files.broken.clear()
  await world.until(async () => (await work.outbox.db.blobs.count()) === 0, 5 * 60_000)
})

it('a broken file holds up neither mutations nor other files, and needs a person in the end', async () => {
  const { client, work } = await start()
  const bad = await keepFile(client.env, work.outbox, photo(1000, 7), 'U1')
  world.server.files.broken.set(bad, 'file-refused')
  const good = await keepFile(client.env, work.outbox, photo(1000, 9), 'U1')
  await sendFrom(client, 'DockView/NoteDamage', { ShipmentId: 'S1', PalletId: 'S1P1', Photos: [bad], Note: '' })
  work.engine.nudge('file')
  await world.until(() => world.server.applied.length === 1 && world.server.files.held.get(good)?.data.length === 1000)
  await world.until(() => work.engine.status().attention === 1, 600_000, 1_000)
  expect((await work.outbox.db.blobs.get(bad))?.code).toBe('file-refused')
  world.server.files.broken.clear()
  await retryFile(work.outbox, bad)
  work.engine.nudge('file')
  await world.until(async () => (await work.outbox.db.blobs.count()) === 0)
})

it('offers a photo once more at each start that was refused for its place, and nothing else', async () => {
  const { client, work, device } = await start()
  const anew = async () => {
    device.crash()
    const next = await device.signedIn()
    if (!next.work) throw new Error('nobody is signed in')
    return next.work
  }
  const told = await keepFile(client.env, work.outbox, photo(1000, 7), 'U1')
  const other = await keepFile(client.env, work.outbox, photo(1000, 9), 'U1')
  world.server.files.broken.set(told, 'photo-tells-place').set(other, 'file-refused')
  work.engine.nudge('file')
  await world.until(() => work.engine.status().attention === 2, 900_000, 1_000)

  const second = await anew() // the server refuses it still: once, and not eight times
  await world.until(async () => (await second.outbox.db.blobs.get(told))?.attempts === 1, 60_000)
  await world.pass(300_000)
  expect(await second.outbox.db.blobs.get(told)).toMatchObject({ state: 'broken', code: 'photo-tells-place', attempts: 1 })

  world.server.files.broken.clear()
  const third = await anew()
  await world.until(async () => (await third.outbox.db.blobs.get(told)) === undefined, 60_000)
  expect(world.server.files.held.get(told)?.data).toHaveLength(1000)
  expect(await third.outbox.db.blobs.get(other)).toMatchObject({ state: 'broken' })
})
