import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TestDevice, World } from './testing/world'

let world: World
let device: TestDevice

beforeEach(() => {
  world = new World()
  device = world.device()
})
afterEach(() => world.close())

const refreshes = (path: string, init: RequestInit | undefined) => path === '/api/token' && String(init?.body).includes('refresh_token')

it('forgets who signs out, though a refresh is answered in that very moment', async () => {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  device.link = (next) => async (path, init) => {
    const res = await next(path, init)
    if (refreshes(path, init)) await answered
    return res
  }
  const c = await device.signedIn()
  c.session.refused()
  const token = c.session.accessToken()
  await world.until(() => world.server.signIns.refreshes === 1)
  await world.breathe()
  const out = c.session.signOut()
  answer()
  await out
  expect(await token).toBeNull()
  expect(c.session.person).toBeUndefined()
  device.crash()
  expect((await device.tab()).session.person).toBeUndefined()
})

it('does not turn one person into another because the cookie is of another', async () => {
  const c = await device.signedIn()
  const other = world.device()
  other.jar = device.jar
  await other.signedIn('dock2@demo.test')
  c.session.refused()
  const token = c.session.accessToken()
  await world.until(() => c.session.expired)
  expect(await token).toBeNull()
  expect(c.session.person?.userName).toBe('dock@demo.test')
})

it('follows another tab where somebody else has signed in, though it did not hear of it', async () => {
  const a = await device.signedIn()
  device.channels = new World().device().channels
  await device.signedIn('dock2@demo.test')
  a.session.refused()
  const token = a.session.accessToken()
  await world.until(() => a.session.person?.userName === 'dock2@demo.test')
  expect(await token).not.toBeNull()
})

it('gets a token though a tab that was frozen in the middle of asking for one keeps the others out', async () => {
  const c = await device.signedIn()
  await world.until(async () => (await c.work?.outbox.queue())?.enrolled === true) // and so proves itself at once
  void device.locks.request(`${c.session.name}:refresh`, {}, () => new Promise(() => {})).catch(() => {})
  c.session.refused()
  let token: string | null | undefined
  void c.session.accessToken().then((t) => {
    token = t
  })
  await world.pass(30_000, 5_000)
  expect(token).toBeUndefined() // a live tab may still be at it
  await world.until(() => token !== undefined, 60_000)
  expect(token).not.toBeNull()
  expect(world.server.signIns.refreshes).toBe(1)
})
