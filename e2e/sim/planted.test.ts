import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plants } from './plants'
import { Found, simulate } from './run'
import { SimServer } from './server'

// A simulation that finds nothing may be blind. Each of these mistakes must be seen by some of the first seeds. Those that are seen soonest
// are planted each time, one of each kind: in the server's database, in its answers, on the device. LADING_PLANTS=all plants the others, too.
const soonest = [
  'repeat-runs-again',
  'fault-is-overtaken',
  'cursor-before-rows',
  'outbox-cleared-at-sign-out',
  'acknowledged-before-commit',
]
const within = Number(process.env.LADING_PLANTED ?? 40)
const server = new SimServer()
beforeAll(() => server.start())
afterAll(() => server.remove())

describe('finds a planted mistake', () => {
  for (const plant of plants.filter((p) => process.env.LADING_PLANTS === 'all' || soonest.includes(p.name)))
    it(plant.name, async () => {
      const from = plant.from ?? 1
      for (let seed = from; seed < from + within; seed++) {
        try {
          await simulate(server, seed, plant)
        } catch (err) {
          expect(err).toBeInstanceOf(Found)
          console.log(`${plant.name}: ${(err as Error).message.split('\n')[0]?.slice(0, 200)}`)
          return
        }
      }
      expect.fail(`not found in ${within} seeds`)
    }, 900_000)
})
