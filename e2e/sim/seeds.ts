import { afterAll, beforeAll, describe, it } from 'vitest'
import { simulate } from './run'
import { SimServer } from './server'

/** LADING_SEEDS says how many, LADING_SEED where to begin; LADING_NOTES adds what the devices noted to a failure. */
const count = Number(process.env.LADING_SEEDS ?? 100)
const first = Number(process.env.LADING_SEED ?? 1)

/** One of the files among which the seeds are dealt out: each has a server of its own and runs beside the others. */
export function share(nth: number, of: number): void {
  const server = new SimServer()
  beforeAll(() => server.start())
  afterAll(() => server.remove())
  describe('devices and a server over a network that fails', () => {
    for (let seed = first; seed < first + count; seed++)
      if (seed % of === nth) it(`converge and lose nothing (seed ${seed})`, () => simulate(server, seed))
  })
}
