import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Found } from './found'
import { type Plant, plants } from './plants'
import { simulate } from './run'
import { SimServer } from './server'

// A simulation that finds nothing may be blind. Each of these mistakes must be seen by some of the first seeds. Those that are seen soonest
// are planted each time, one of each kind: in the server's database, in its answers, on the device. Of the others one takes its turn: another one with each
// commit, or the one that LADING_SEED says. LADING_PLANTS=all plants them all, also those that show only on a real replica; LADING_PLANTS=name plants that one.
const soonest = [
  'repeat-runs-again',
  'fault-is-overtaken',
  'cursor-before-rows',
  'outbox-cleared-at-sign-out',
  'acknowledged-before-commit',
]
const { LADING_PLANTS = '', LADING_SEED = '' } = process.env
/** The same for whoever runs a commit again, so that what was red there is red once more. */
function turnOfCommit(): number {
  try {
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    return Number.parseInt(commit.slice(0, 8), 16)
  } catch {
    return Math.floor(Date.now() / 86_400_000) // sources without their history: with each day
  }
}
const others = plants.filter((p) => !soonest.includes(p.name) && !p.replica)
const turn = others[(LADING_SEED ? Number(LADING_SEED) : turnOfCommit()) % others.length]
const chosen = plants.filter((p) =>
  LADING_PLANTS ? LADING_PLANTS === 'all' || LADING_PLANTS === p.name : soonest.includes(p.name) || p === turn,
)
const again = ({ name }: Plant) => `once more: LADING_PLANTS=${name} npx vitest run -c e2e/sim/vitest.config.ts planted`
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
          expect(err, `${again(plant)}, at seed ${seed}`).toBeInstanceOf(Found)
          console.log(`${plant.name}: ${(err as Error).message.split('\n')[0]?.slice(0, 200)}`)
          return
        }
      }
      expect.fail(`not found by the seeds ${from} to ${from + within - 1}; ${again(plant)}`)
    }, 900_000)
})
