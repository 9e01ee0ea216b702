import { cpSync, existsSync, mkdtempSync, renameSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type BrowserContext, type BrowserContextOptions, chromium, type LaunchOptions, test } from '@playwright/test'
import config from '../../playwright.config'
import { homePorts } from './server'

/** Until everything that a screen may still fetch is kept for the time without a network. Runs in the page. */
export async function kept() {
  await navigator.serviceWorker.ready
  if (!navigator.serviceWorker.controller)
    await new Promise((r) => navigator.serviceWorker.addEventListener('controllerchange', r, { once: true }))
}

/** A folder for all that the browsers of a run write: in memory, if the system has two gigabytes of that to spare. They wait for a disk at each of a thousand small files. */
export function newProfiles(): string {
  const memory = '/dev/shm'
  const { bavail, bsize } = existsSync(memory) ? statfsSync(memory) : { bavail: 0, bsize: 0 }
  return mkdtempSync(join(bavail * bsize > 2 << 30 ? memory : tmpdir(), 'lading-profiles-'))
}

/** An empty folder for a browser's profile. */
export const newProfile = () => mkdtempSync(join(process.env.LADING_E2E_PROFILES ?? tmpdir(), 'lading-profile-'))

/** What a browser is started with, by the project that the test belongs to. */
export const browserOptions = (): LaunchOptions => test.info().project.use.launchOptions ?? config.use?.launchOptions ?? {}

/**
 * Puts the app into a new profile, as somebody has it who opened it before: its files are kept, nothing else is. To fetch and to keep them costs the processor
 * 6 s, a copy of a profile that has them 0.2 s. One is made in a run for each address of `homePorts`; at another address, and where no run keeps them, the
 * profile stays empty, and the app is fetched when it is opened.
 */
export async function installApp(url: string, profile: string) {
  const browser = browserOptions()
  const { LADING_E2E_PROFILES: profiles } = process.env
  const { origin, port } = new URL(url)
  if (!profiles || !homePorts().includes(Number(port))) return
  const app = join(profiles, `app-${port}-${basename(browser.executablePath ?? '')}`)
  if (!existsSync(app)) {
    const fetching = newProfile()
    const context = await chromium.launchPersistentContext(fetching, { ...browser, serviceWorkers: 'allow' })
    await fetchApp(context, origin)
    await context.close()
    rmSync(join(fetching, 'Default/Cache'), { recursive: true, force: true }) // the same files once more, as they came
    cpSync(fetching, `${app}.new`, { recursive: true })
    rmSync(fetching, { recursive: true })
    renameSync(`${app}.new`, app)
  }
  cpSync(app, profile, { recursive: true })
}

/** By an address that has nothing of the app: no device is named, and no store is made. */
async function fetchApp(context: BrowserContext, origin: string) {
  const page = context.pages()[0] ?? (await context.newPage())
  await page.goto(`${origin}/api/blank`)
  await page.evaluate(() => void navigator.serviceWorker.register('/sw.js'))
  await page.evaluate(kept)
}

/** A browser of its own that has the app of an address already. It ends when its context is closed. */
export async function installedContext(url: string, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const profile = newProfile()
  await installApp(url, profile)
  const context = await chromium.launchPersistentContext(profile, { ...browserOptions(), ...options, serviceWorkers: 'allow' })
  context.once('close', () => rmSync(profile, { recursive: true, force: true }))
  return context
}
