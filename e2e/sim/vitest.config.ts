import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

// Vitest prints failures with Map.groupBy, which Node 20 does not have.
function groupBy<K, T>(items: Iterable<T>, key: (item: T, index: number) => K) {
  const groups = new Map<K, T[]>()
  let index = 0
  for (const item of items) {
    const k = key(item, index++)
    const group = groups.get(k)
    if (group) group.push(item)
    else groups.set(k, [item])
  }
  return groups
}
if (!('groupBy' in Map)) Object.assign(Map, { groupBy })

// The client's core against the real server. Apart from the unit tests, since the server must have been built.
export default defineConfig({
  root: at('../..'),
  resolve: { alias: { '@/': at('../../web/src/'), '@sync/': at('../../sync/client/') } },
  test: {
    include: ['e2e/sim/**/*.test.ts'],
    exclude: process.env.LADING_LIVES ? [] : ['**/lives.test.ts'], // real time passes in it; the soak has it
    globalSetup: ['e2e/sim/build.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Some of these mostly wait for a server; two cores are busy with the two shares of the seeds.
    maxWorkers: 3,
  },
})
