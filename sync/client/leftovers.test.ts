import { afterEach, beforeEach, expect, it } from 'vitest'
import { drainOutbox, type Left } from './drain'
import { keepFile } from './files'
import { Leftovers } from './leftovers'
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
afterEach(() => world.close())

const down = () => () => Promise.reject(new TypeError('down'))

/** Two scans and a photo, done in a dead spot by a person who then signs out there. */
async function leaves(scans = [1, 2]) {
  const client = await device.signedIn()
  await world.until(async () => (await client.work?.cache.state())?.complete === true)
  const { outbox, person } = client.work ?? {}
  if (!outbox || !person) throw new Error('nobody is signed in')
  device.link = down
  for (const n of scans) await sendFrom(client, 'DockView/LoadPallet', { ShipmentId: 'S1', PalletId: `S1P${n}`, Lpn: '' })
  await keepFile(client.env, outbox, new TextEncoder().encode('a photo'), person.id, 'image/jpeg')
  expect(await client.unsent()).toBe(scans.length + 1)
  await client.signOut()
  return client
}

it('sends what was left in a dead spot from the sign-in page, files included, and says how much waits', async () => {
  const client = await leaves()
  const said: Left[] = []
  const leftovers = new Leftovers({ env: client.env, session: client.session, changed: (left) => said.push(left) })
  leftovers.start()
  try {
    await world.until(() => said.length > 0)
    expect(said[0]).toEqual({ waiting: 2, files: 1 })
    await world.pass(60_000)
    expect(said.at(-1)).toEqual({ waiting: 2, files: 1 })

    device.link = (next) => next
    await world.pass(20_000)
    await world.until(() => said.at(-1)?.waiting === 0 && said.at(-1)?.files === 0)
    expect(world.server.applied.map((m) => m.seq)).toEqual([1, 2])
    expect(world.server.files.held.size).toBe(1)
  } finally {
    leftovers.stop()
  }
})

it('sends a photo that waits alone, by the worker after the app was closed', async () => {
  await leaves([])
  device.crash()
  device.link = (next) => next
  const session = await Session.open(device.env())
  let left: number | undefined
  void drainOutbox(device.env(), session, 'lading-outbox-1').then((n) => {
    left = n
  })
  await world.until(() => left !== undefined)
  session.close()
  expect(left).toBe(0)
  expect(world.server.files.held.size).toBe(1)
})

it('does not wait where the connection tells of itself, and asks for nothing where nothing is left', async () => {
  const client = await leaves()
  device.link = (next) => next
  let left: Left | undefined
  const leftovers = new Leftovers({
    env: client.env,
    session: client.session,
    changed: (l) => {
      left = l
    },
  })
  leftovers.start()
  await world.until(() => left?.waiting === 0 && left.files === 0)
  let asked = 0
  device.link =
    (next) =>
    (...request) => {
      asked++
      return next(...request)
    }
  await world.pass(120_000)
  leftovers.nudge()
  await world.pass(1_000)
  expect(asked).toBe(0)
  leftovers.stop()
})
