import { rmSync } from 'node:fs'
import type { FullConfig } from '@playwright/test'
import { newProfiles } from './installed'
import { portsFor, Server } from './server'

/**
 * Makes the demo organisations once in each size, by the program itself. Each test's server begins with a copy of the small one, or of the full one where it
 * asks for that: a device loads the small one within a second, and the full one in ten. LADING_E2E_DEMOS names those that are needed. Beside it
 * lie the browsers' profiles, with the app as they keep it (`installApp`).
 */
export default async function makeDemo({ workers }: FullConfig) {
  process.env.LADING_E2E_PORTS = String(await portsFor(workers))
  const profiles = newProfiles()
  process.env.LADING_E2E_PROFILES = profiles
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
    for (const dir of [...made, profiles]) rmSync(dir, { recursive: true, force: true })
  }
}
