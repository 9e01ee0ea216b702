import { execSync } from 'node:child_process'
import { defineConfig } from '@playwright/test'

/** A Chromium of the machine, where there is one; otherwise Playwright's own. */
function chromium(): string | undefined {
  for (const name of [process.env.CHROMIUM, 'chromium', 'chromium-browser', 'google-chrome']) {
    if (!name) continue
    try {
      return execSync(`command -v ${name}`, { encoding: 'utf8' }).trim()
    } catch {}
  }
  return undefined
}

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/kit/demo.ts',
  // Each file has a server of its own. Every page is looked at beside the rest, which drives several browsers, networks and clocks at once: two such at a time
  // keep each other from the processor until a wait is over.
  workers: 2,
  projects: [
    { name: 'pages', testMatch: 'pages.spec.ts' },
    { name: 'work', testMatch: '*.spec.ts', testIgnore: ['pages.spec.ts', 'soak/**'], workers: 1 },
  ],
  // Generous: a slow machine may take its time, and a green run waits for nothing.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  outputDir: 'test-results',
  use: {
    viewport: { width: 1280, height: 800 },
    actionTimeout: 30_000,
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: chromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--use-fake-ui-for-media-stream',
        '--use-fake-device-for-media-stream',
      ],
    },
  },
})
