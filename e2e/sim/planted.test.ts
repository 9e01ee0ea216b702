import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Found } from './found'
import { plants } from './plants'
import { simulate } from './run'
import { SimServer } from './server'

// A simulation that finds nothing may be blind. Each of these mistakes must be seen by some of the first seeds. Those that are seen soonest
// are planted each time, one of each kind: in the server's database, in its answers, on the device. Of the others one takes its turn with the seed.
// LADING_PLANTS=all plants them all, also those that show only on a real replica; LADING_PLANTS=name plants that one.
const soonest = [
  'repeat-runs-again',
  'fault-is-overtaken',
  'cursor-before-rows',
  'outbox-cleared-at-sign-out',
  'acknowledged-before-commit',
]
const { LADING_PLANTS = '', LADING_SEED = '5' } = process.env
const others = plants.filter((p) => !soonest.includes(p.name) && !p.replica)
const turn = others[Number(LADING_SEED) % others.length]
const chosen = plants.filter((p) =>
  LADING_PLANTS ? LADING_PLANTS === 'all' || LADING_PLANTS === p.name : soonest.includes(p.name) || p === turn,
)
const within = Number(process.env.LADING_PLANTED ?? 40)
const server = new SimServer()
const replicated = new SimServer(true)
beforeAll(async () => {
  await server.start()
  if (chosen.some((p) => p.replica)) await replicated.start()
})
afterAll(async () => {
  await server.remove()
  await replicated.remove()
})

describe('finds a planted mistake', () => {
  for (const plant of chosen)
    it(plant.name, async () => {
      const from = plant.from ?? 1
      for (let seed = from; seed < from + within; seed++) {
        try {
          await simulate(plant.replica ? replicated : server, seed, plant)
        } catch (err) {
          expect(err).toBeInstanceOf(Found)
          console.log(`${plant.name}: ${(err as Error).message.split('\n')[0]?.slice(0, 200)}`)
          return
        }
      }
      expect.fail(`not found in ${within} seeds`)
    }, 900_000)
})
