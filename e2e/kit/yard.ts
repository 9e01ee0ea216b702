import { test } from '@playwright/test'
import { Device } from './browser'
import { YardNetwork } from './proxy'
import { Server } from './server'

/** What a file's tests stand on, made anew as `onYard` says. */
export let server: Server
export let yard: YardNetwork
export let tablet: Device

/** Gives each test of the file a yard's network and a tablet of its own, before a server for all of them or for each. */
export function onYard({ server: of }: { server: 'for all' | 'for each' }) {
  const start = async () => {
    server = new Server()
    await server.start()
  }
  if (of === 'for all') {
    test.beforeAll(start)
    test.afterAll(() => server.remove())
  }
  test.beforeEach(async () => {
    if (of === 'for each') await start()
    yard = new YardNetwork(() => server.port)
    await yard.start()
    tablet = new Device(yard.url, { width: 1280, height: 800 })
  })
  test.afterEach(async () => {
    await tablet.close()
    await yard.stop()
    if (of === 'for each') await server.remove()
  })
}
