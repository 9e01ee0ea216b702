import { rmSync } from 'node:fs'
import { Server } from './server'

/**
 * Makes the demo organisations once in each size, by the program itself. Each test's server begins with a copy of the small one, or of the full one where it
 * asks for that: a device loads the small one within a second, and the full one in ten. LADING_E2E_DEMOS names those that are needed.
 */
export default async function makeDemo() {
  const made = await Promise.all(
    (process.env.LADING_E2E_DEMOS ?? 'small,1').split(',').map(async (demo) => {
      const server = new Server({ LADING_DEMO: demo })
      await server.start()
      await server.stop()
      process.env[`LADING_E2E_DEMO_${demo}`] = server.dir
      return server.dir
    }),
  )
  return () => {
    for (const dir of made) rmSync(dir, { recursive: true, force: true })
  }
}
