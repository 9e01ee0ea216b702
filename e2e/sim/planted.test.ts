import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plants } from './plants'
import { Found, simulate } from './run'
import { SimServer } from './server'

// A simulation that finds nothing may be blind. Each of these mistakes must be seen by some of the first seeds.
const within = Number(process.env.LADING_PLANTED ?? 40)
const server = new SimServer()
beforeAll(() => server.start())
afterAll(() => server.remove())

describe('finds a planted mistake', () => {
  for (const plant of plants)
    it(plant.name, async () => {
      for (let seed = 1; seed <= within; seed++) {
        try {
          await simulate(server, seed, plant)
        } catch (err) {
          expect(err).toBeInstanceOf(Found)
          console.log(`${plant.name}: ${(err as Error).message.split('\n')[0]?.slice(0, 200)}`)
          return
        }
      }
      expect.fail(`not found in ${within} seeds`)
    }, 120_000)
})
