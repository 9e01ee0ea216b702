import { rmSync } from 'node:fs'
import { Server } from './server'

/** The demo organisations are made once, by the program itself; each test's server begins with a copy of them: making them takes it three seconds. */
export default async function makeDemo() {
  const server = new Server()
  await server.start()
  await server.stop()
  process.env.LADING_E2E_DEMO = server.dir
  return () => rmSync(server.dir, { recursive: true, force: true })
}
