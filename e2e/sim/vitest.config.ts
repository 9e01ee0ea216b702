import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

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

// The longest first, so that no worker is left with one of them when the others have nothing more to do.
const longest = ['seeds-', 'planted', 'morning', 'numbers', 'failures']
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((name) => moduleId.includes(`/${name}`))
      return at < 0 ? longest.length : at
    }
    return files.toSorted((a, b) => rank(a) - rank(b))
  }
}

// The client's core against the real server. Apart from the unit tests, since the server must have been built.
export default defineConfig({
  root: at('../..'),
  resolve: { alias: { '@/': at('../../web/src/'), '@sync/': at('../../sync/client/') } },
  test: {
    include: ['e2e/sim/**/*.test.ts'],
    exclude: process.env.LADING_LIVES ? [] : ['**/lives.test.ts'], // real time passes in it; the soak has it
    globalSetup: ['e2e/sim/build.ts'],
    sequence: { sequencer: LongestFirst },
    // Nothing here is timed.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Some of these mostly wait for a server; two cores are busy with the two shares of the seeds.
    maxWorkers: 3,
  },
})
