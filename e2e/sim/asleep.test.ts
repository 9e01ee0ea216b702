import { sleep } from '@sync/env'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SimClock } from './clock'
import { SimServer } from './server'
import { Tablet } from './tablet'

// The simulation's own time must not stand still with a server that does.
const server = new SimServer(true)
beforeAll(() => server.start())
afterAll(() => server.remove())

it('a request that is held up on its way to a server that stands still is read when that one goes on', async () => {
  const org = `ASLEEP-${Date.now().toString(36)}`
  await server.make(org)
  const clock = new SimClock()
  const { url } = server
  const tablet = new Tablet('tablet', clock, () => url, 1)
  tablet.asleep = (at) => server.asleep(at)
  await tablet.open()
  const held: string[] = []
  const read: string[] = []
  tablet.fault = async (path, _init, next) => {
    held.push(path)
    await sleep(clock, 20_000)
    const res = await next()
    read.push(path)
    return res
  }
  void tablet.signIn(`dock@${org.toLowerCase()}.test`).catch(() => {})
  await clock.pass(0)
  expect(held).toHaveLength(1)
  await server.takeOver()

  await clock.pass(120_000) // the device has given up by then
  expect(read).toEqual([])

  server.awake()
  await clock.pass(1)
  expect(read).toContain(held[0])
  await tablet.close()
})
