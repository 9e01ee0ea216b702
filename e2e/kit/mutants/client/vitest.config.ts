import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// The tests of the sync client alone, as the project `sync` of the whole configuration runs them.
export default defineConfig({
  resolve: { alias: { '@sync/': fileURLToPath(new URL('../../../../sync/client/', import.meta.url)) } },
  test: { testTimeout: 20_000, include: ['sync/client/**/*.test.ts'] },
})
