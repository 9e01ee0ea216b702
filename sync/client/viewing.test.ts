import { afterEach, beforeEach, expect, it } from 'vitest'
import { acting, type Client, use, type Work } from './client'
import { drainOutbox } from './drain'
import { keepFile } from './files'
import { sendFrom } from './send'
import { Session } from './session'
import { type TestDevice, World } from './testing/world'

let world: World
let device: TestDevice

beforeEach(() => {
  world = new World()
  world.stock()
  device = world.device()
})
afterEach(() => {
  use(undefined)
  return world.close()
})

const workOf = (client: Client): Work => {
  if (!client.work) throw new Error('nobody is signed in')
  return client.work
}

const loaded = async (client: Client) => world.until(async () => (await workOf(client).cache.state()).complete)

const view = async (client: Client, user = 'U1') => {
  await client.session.enterBy({ grantType: 'impersonate', user, reason: 'A question' })
  await client.follow()
}

const back = async (client: Client) => {
  await client.session.enterBy({ grantType: 'resume' })
  await client.follow()
}

const caches = async () =>
  (await device.disk.databases())
    .flatMap(({ name }) => (name?.startsWith('lading-cache-') ? [name.slice('lading-cache-'.length)] : []))
    .sort()

const photo = Uint8Array.from({ length: 900 }, (_, i) => (i * 5) % 251)

/** A dock worker goes home from where there is no network: an action and a photo of theirs wait. */
async function leftBehind(): Promise<string> {
  const client = await device.signedIn()
  await loaded(client)
  device.link = () => () => Promise.reject(new TypeError('gone'))
  await sendFrom(client, 'DockView/LoadPallet', { ShipmentId: 'S1', PalletId: 'S1P1' })
  const hash = await keepFile(client.env, workOf(client).outbox, photo, 'U1', 'image/jpeg')
  await client.signOut()
  device.crash()
  return hash
}

/** An administrator who is known on the device looks as the worker, with what waits still here. */
async function lookedAt(): Promise<{ client: Client; hash: string }> {
  const first = await device.signedIn('admin@demo.test')
  await loaded(first)
  device.crash()
  const hash = await leftBehind()
  let sends = false
  device.link = (next) => (path, init) => (sends || !/sync.push|blob/.test(path) ? next(path, init) : Promise.reject(new TypeError('gone')))
  const client = await device.signedIn('admin@demo.test')
  await view(client)
  expect(workOf(client).person).toMatchObject({ id: 'U1', by: 'Admin' })
  sends = true
  world.server.requests = []
  return { client, hash }
}

it('sends what waits of the user who is looked at as the device, since the look itself may not', async () => {
  const { client, hash } = await lookedAt()
  const { outbox, engine } = workOf(client)
  engine.nudge('manual')
  await world.until(async () => (await outbox.waitingCount()) === 0 && (await outbox.db.blobs.count()) === 0)
  expect(world.server.applied).toMatchObject([{ op: 'DockView/LoadPallet' }])
  expect(world.server.files.from.get(hash)).toMatch(/^device:/)
  expect(world.server.requests.filter((r) => r === 'POST /api/sync/push')).toHaveLength(1)
})

it('sends it so from the service worker, too', async () => {
  const { client, hash } = await lookedAt()
  const { name } = workOf(client).outbox
  device.crash()
  const session = await Session.open(device.env())
  expect(session.person?.by).toBe('Admin')
  let left: number | undefined
  const drain = (): unknown =>
    drainOutbox(device.env(), session, name).then((n) => {
      left = n
      if (n > 0) drain() // the browser syncs again: the tab that died may still have had the lead
    })
  drain()
  await world.until(() => left === 0)
  session.close()
  expect(world.server.files.from.get(hash)).toMatch(/^device:/)
})

it('sends a file that another user left as the device, and holds up nobody behind it where the device is not known', async () => {
  const hash = await leftBehind()
  device.link = (next) => next
  const client = await device.signedIn('dock2@demo.test')
  const own = await keepFile(client.env, workOf(client).outbox, photo.slice(1), 'U2', 'image/jpeg')
  workOf(client).engine.nudge('file')
  await world.until(async () => (await workOf(client).outbox.db.blobs.count()) === 0)
  expect(world.server.files.from.get(hash)).toMatch(/^device:/)
  expect(world.server.files.from.get(own)).toBe('U2')

  await workOf(client).outbox.db.blobs.clear()
  const other = world.device()
  const stranger = await other.signedIn('dock2@demo.test')
  const { outbox, engine } = workOf(stranger)
  other.link = (next) => (path, init) => (path === '/api/sync/enrol' ? Promise.reject(new TypeError('gone')) : next(path, init))
  await keepFile(stranger.env, outbox, photo, 'U1', 'image/jpeg')
  const mine = await keepFile(stranger.env, outbox, photo.slice(2), 'U2', 'image/jpeg')
  engine.nudge('file')
  await world.until(() => world.server.files.from.has(mine))
  expect(world.server.files.from.get(hash)).toMatch(/^device:/)
})

it('makes no device known in the name of the user who is looked at', async () => {
  const client = await device.signedIn('admin@demo.test')
  await loaded(client)
  await view(client)
  world.server.requests = []
  world.server.devices.clear() // as after a restore
  workOf(client).engine.nudge('manual')
  await world.pass(30_000)
  expect(world.server.requests).not.toContain('POST /api/sync/enrol')
  await back(client)
  await world.until(async () => (await workOf(client).outbox.queue()).enrolled && world.server.devices.size === 1)
})

it('keeps neither an action nor a file of who looks as another user', async () => {
  const client = await device.signedIn('admin@demo.test')
  await loaded(client)
  await view(client)
  use(client)
  await expect(sendFrom(client, 'DockView/LoadPallet', { ShipmentId: 'S1', PalletId: 'S1P1' })).rejects.toMatchObject({
    status: 403,
    code: 'impersonation-reads-only',
  })
  expect(() => acting()).toThrow('impersonation-reads-only') // by it files are kept
  expect(await workOf(client).outbox.db.mutations.count()).toBe(0)
  await back(client)
  await sendFrom(client, 'DockView/LoadPallet', { ShipmentId: 'S1', PalletId: 'S1P1' })
})

it('deletes what the looked-at user sees when the look ends, however it ends', async () => {
  let client = await device.signedIn('admin@demo.test')
  await loaded(client)
  await view(client)
  await loaded(client)
  expect(await caches()).toEqual(['1-U1', '1-U9'])
  await back(client)
  await world.until(async () => (await caches()).join() === '1-U9')

  await view(client) // signed out of, on a dock tablet that keeps what its people see
  await loaded(client)
  await client.signOut(true)
  await world.until(async () => (await caches()).join() === '1-U9')

  client = await device.signedIn('admin@demo.test') // the tab dies, the look ends meanwhile
  await view(client)
  await loaded(client)
  device.crash()
  world.server.signIns.endCookie()
  world.server.signIns.endSessions()
  client = await device.signedIn('admin@demo.test')
  await world.until(async () => (await caches()).join() === '1-U9')
})

it('lets the user work who signs in where an administrator looked as them', async () => {
  const client = await device.signedIn('admin@demo.test')
  await loaded(client)
  await view(client)
  await loaded(client)
  const other = await device.tab() // which must not go on as a look either
  await client.session.signIn('dock@demo.test', 'lading-demo')
  await client.follow()
  for (const tab of [client, other]) {
    await world.until(() => tab.work?.person.by === undefined && tab.work?.person.id === 'U1')
    await sendFrom(tab, 'DockView/LoadPallet', { ShipmentId: 'S1', PalletId: 'S1P1' })
  }
  await world.pass(5_000)
  expect(await caches()).toContain('1-U1') // it is their own
})
