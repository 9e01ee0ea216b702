import { afterAll, beforeAll, describe, it } from 'vitest'
import { simulate } from './run'
import { SimServer } from './server'

// The same simulation on a real replica: the data folder is lost and restored, a second server takes over beside one that stands still. LADING_LIVES
// says how many seeds.
const count = Number(process.env.LADING_LIVES ?? 3)
const first = Number(process.env.LADING_SEED ?? 1)
const server = new SimServer(true)
beforeAll(() => server.start())
afterAll(() => {
  const { kills, lost, takenOver } = server.count
  console.log(`${kills} kills, ${lost} lost folders restored, ${takenOver} times another server took over`)
  return server.remove()
})

describe('what a device lets go of can be restored', () => {
  for (let seed = first; seed < first + count; seed++) it(`over lost folders and two servers (seed ${seed})`, () => simulate(server, seed))
})
