import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Client, Work } from './client'
import { sendFrom } from './send'
import { problem } from './testing/answer'
import { Fault } from './testing/pushes'
import { type TestDevice, World } from './testing/world'

let world: World
let device: TestDevice

beforeEach(() => {
  world = new World()
  world.stock()
  device = world.device()
})
afterEach(() => world.close())

interface Body {
  mutations: { seq: number }[]
}

/** A client that is known to the server, with so many actions that wait. */
async function waiting(n: number): Promise<{ client: Client; work: Work }> {
  const client = await device.signedIn()
  const { work } = client
  if (!work) throw new Error('nobody is signed in')
  await world.until(async () => (await work.cache.state()).complete)
  device.link = () => () => Promise.reject(new TypeError('gone'))
  for (let i = 1; i <= n; i++) await sendFrom(client, 'DockView/LoadPallet', { ShipmentId: 'S1', PalletId: `S1P${i}` })
  await world.breathe()
  return { client, work }
}

/** The server's answers to pushes, the first of which a test makes up. */
function firstPush(
  answer: (body: Body, next: () => Promise<Response>, only: (of: Body) => Promise<Response>) => Promise<Response>,
): number[][] {
  const sent: number[][] = []
  device.link = (next) => async (path, init) => {
    if (path !== '/api/sync/push') return next(path, init)
    const body = JSON.parse(String(init?.body)) as Body
    sent.push(body.mutations.map((m) => m.seq))
    if (sent.length > 1) return next(path, init)
    return answer(
      body,
      () => next(path, init),
      (of) => next(path, { ...init, body: JSON.stringify(of) }),
    )
  }
  return sent
}

const applied = () => world.server.applied.map((a) => a.id)

it('moves nothing to another identity because of a gap that is none', async () => {
  const { work } = await waiting(2)
  const before = (await work.outbox.queue()).device
  const sent = firstPush(async (body) => problem(409, 'seq-gap', { params: { expected: body.mutations[0]?.seq } }))
  work.engine.nudge('manual')
  await world.until(async () => (await work.outbox.waitingCount()) === 0)
  expect((await work.outbox.queue()).device).toBe(before)
  expect(sent.slice(0, 2)).toEqual([
    [1, 2],
    [1, 2],
  ])
})

it('goes on behind the last that was answered, where the server stopped for want of time', async () => {
  const { work } = await waiting(4)
  const sent = firstPush((body, _, only) => only({ ...body, mutations: body.mutations.slice(0, 1) }))
  work.engine.nudge('manual')
  await world.until(async () => (await work.outbox.waitingCount()) === 0)
  expect(sent).toEqual([
    [1, 2, 3, 4],
    [2, 3, 4],
  ])
  expect(applied()).toHaveLength(3) // the load has three pallets
})

it('asks what became of the one action that a copy of the device has sent, before the rest moves to another identity', async () => {
  const { work } = await waiting(3)
  const sent = firstPush(async (body, _, only) => {
    await only({ ...body, mutations: body.mutations.slice(0, 1) })
    return problem(409, 'device-forked', { params: { seq: 2 } })
  })
  work.engine.nudge('manual')
  await world.until(async () => (await work.outbox.waitingCount()) === 0)
  expect(sent[1]).toEqual([1])
  expect(applied()).toHaveLength(3)
  expect(new Set(applied()).size).toBe(3)
})

it('moves all to another identity at once where the first number is already a copy’s', async () => {
  const { work } = await waiting(2)
  const before = (await work.outbox.queue()).device
  firstPush(async () => problem(409, 'device-forked', { params: { seq: 1 } }))
  work.engine.nudge('manual')
  await world.until(async () => (await work.outbox.waitingCount()) === 0)
  expect((await work.outbox.queue()).device).not.toBe(before)
  expect(applied()).toHaveLength(2)
})

it('does not hold up what stands behind an action that the server could not take, and comes back for that one', async () => {
  world.stock('S2')
  const { client, work } = await waiting(1)
  await sendFrom(client, 'DockView/LoadPallet', { ShipmentId: 'S2', PalletId: 'S2P1' })
  let faults = 2
  const { handlers } = world.server
  const load = handlers['DockView/LoadPallet']
  handlers['DockView/LoadPallet'] = (args, m) => {
    if (args.PalletId === 'S1P1' && faults-- > 0) throw new Fault()
    load?.(args, m)
  }
  device.link = (next) => next
  work.engine.nudge('manual')
  await world.until(async () => (await work.outbox.waitingCount()) === 0)
  expect(world.server.applied.map((a) => a.seq)).toEqual([2, 1])
})
