import { fileURLToPath } from 'node:url'
import babel from '@rolldown/plugin-babel'
import { defineConfig } from 'vitest/config'
import { builtPages } from './web/routes'
import { themeCss } from './web/theme-css'
import { catalogues, macroPreset } from './web/words'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

// Vitest prints failures with Map.groupBy, which Node 20 does not have: without this a failing test shows no reason there.
Map.groupBy ??= <K, T>(items: Iterable<T>, key: (item: T, index: number) => K) => {
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

const setup = at('./web/src/kit/testing/setup.ts')

// Three parts: the sync client and whatever draws nothing run in plain Node, screens (.test.tsx) get a document and the build's own transforms.
export default defineConfig({
  resolve: { alias: { '@/': at('./web/src/'), '@sync/': at('./sync/client/') } },
  define: { __BUILD__: JSON.stringify('1.2.0 (2026-11-27)') },
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    testTimeout: 20_000,
    // Two cores serve everything here and in CI.
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: 'sync', include: ['sync/client/**/*.test.ts', 'sw/**/*.test.ts'] } },
      {
        extends: true,
        plugins: [builtPages(), catalogues(), babel({ presets: [macroPreset] })],
        // None of these leaves anything behind; a worker for each file cost more than the tests.
        test: { name: 'plain', include: ['web/src/**/*.test.ts'], setupFiles: [setup], isolate: false },
      },
      {
        extends: true,
        plugins: [builtPages(), themeCss(), catalogues(), babel({ presets: [macroPreset] })],
        test: { name: 'web', include: ['web/src/**/*.test.tsx'], environment: 'jsdom', setupFiles: [setup] },
      },
    ],
  },
})
