import { execSync } from 'node:child_process'
import { defineConfig } from '@playwright/test'

/** The first of these programs that the machine has; without one, Playwright takes its own. */
function program(...names: (string | undefined)[]): string | undefined {
  for (const name of names) {
    if (!name) continue
    try {
      return execSync(`command -v ${name}`, { encoding: 'utf8' }).trim()
    } catch {}
  }
  return undefined
}

const whole = program(process.env.CHROMIUM, 'chromium', 'chromium-browser', 'google-chrome')
/** The same engine without a browser's own windows, which nobody sees here: it takes a third less of the processor. */
const shell = program(process.env.CHROMIUM_SHELL, process.env.CHROMIUM, 'chromium-headless-shell') ?? whole
const chromium = (executablePath: string | undefined, ...more: string[]) => ({
  executablePath,
  args: [
    ...more,
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
})

/** What drives a single tab and leaves the network alone, or takes it away from that tab only. */
const tab = ['access', 'analytics', 'audit', 'carrier', 'claim', 'data', 'dispatch', 'dock.board', 'dock.pallet', 'list', 'org', 'order.grid', 'order.import', 'rating', 'receive', 'routing', 'rule', 'scheduler', 'search', 'setup', 'single', 'tracking', 'waitlist'].map(
  (name) => `${name}.spec.ts`,
)

/** What drives two or three devices, each of which waits for facts of its own. */
const pair = [
  'app.store',
  'desk',
  'device',
  'dock.bucket',
  'dock.driver',
  'dock.hard',
  'dock.offline',
  'dock.phone',
  'document',
  'document.print',
  'document.scale',
  'gate',
  'packing',
  'yard',
  'quote',
  'tender',
  'vendor',
  'ocean',
  'carrierportal',
].map((name) => `${name}.spec.ts`)

/** Where nothing is kept for a time without a network, a fresh profile need not fetch all of the app first. A file that needs it says so. */
const online = { serviceWorkers: 'block' } as const

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/kit/demo.ts',
  // Each file has a server of its own. Most run three at a time, since they wait more than they work. What depends on a browser's own timers and workers, or on several clocks, would be kept from
  // the processor by another until its wait is over: the task runs that after the first, and one at a time. It is not made to depend on the first here, since
  // then naming one of them would run all of those before it.
  workers: 3,
  projects: [
    { name: 'tab', testMatch: tab, use: online },
    { name: 'pair', testMatch: pair, use: online },
    // Last of the three: its many short tests fill what the longest file leaves of the other worker.
    { name: 'pages', testMatch: 'pages.spec.ts', use: online },
    { name: 'engines', testMatch: 'engines.spec.ts' },
    {
      name: 'several',
      testMatch: '*.spec.ts',
      testIgnore: [...tab, ...pair, 'pages.spec.ts', 'engines.spec.ts', 'soak/**'],
      workers: 1,
      // A browser that wakes a worker when the network returns, and keeps to its own timers.
      use: { launchOptions: chromium(whole) },
    },
  ],
  // A test that needed its second run is named at the end, and is a defect.
  retries: process.env.CI ? 1 : 0,
  // Generous: a slow machine may take its time, and a green run waits for nothing.
  timeout: 240_000,
  expect: { timeout: 30_000, toPass: { timeout: 60_000, intervals: [100, 250, 500] } },
  reporter: [['list'], ['./e2e/kit/times.ts']],
  outputDir: 'test-results',
  use: {
    viewport: { width: 1280, height: 800 },
    timezoneId: 'UTC',
    actionTimeout: 30_000,
    contextOptions: { reducedMotion: 'reduce' },
    // What a trace keeps of every step costs each step time; `--trace on` has all of it.
    trace: { mode: 'retain-on-failure', snapshots: false, screenshots: false, sources: false },
    screenshot: 'only-on-failure',
    // A tab lives for seconds: what its engine would compile for speed costs more than it wins.
    launchOptions: chromium(shell, '--js-flags=--no-opt,--no-maglev'),
  },
})
