import { rmSync } from 'node:fs'
import { type BrowserContext, chromium, expect, type Page } from '@playwright/test'
import { browserOptions, installApp, kept, newProfile } from './installed'
import { wordsOf } from './words'

export const installed = (page: Page) => page.evaluate(kept)

/**
 * Tells the tabs that the network is back, as a browser does: what waits is sent at once, and not after a back-off that may last a minute. A server that
 * starts, or a yard's network that lets through again, is nothing that a browser sees.
 */
export async function backOnline(context: BrowserContext) {
  for (const page of context.pages()) await page.evaluate(() => void dispatchEvent(new Event('online')))
}

/** A browser profile on disk, as an installed app has one: it can be closed and opened again. */
export class Device {
  readonly dir = newProfile()
  context!: BrowserContext
  page!: Page
  readonly troubles: string[] = []
  /** Whether the app is kept for a time without a network. */
  keeps = true
  /** Whether it is there from the start, as on a device that had it open before. What a first load does is for a test to see that says no. */
  installed = true

  constructor(
    readonly url: string,
    readonly size: { width: number; height: number },
    readonly language: 'en' | 'es' | 'fr' = 'en',
    /** What is started in the browser's place. */
    readonly executable?: string,
  ) {}

  /** What the app says, in this device's language. */
  get words() {
    return wordsOf(this.language)
  }

  /** With `clock`, the test may let the tabs' time pass at once; they begin at that time, or at this machine's. */
  async open(path = '/', { clock = false }: { clock?: boolean | number } = {}) {
    if (!this.context && this.keeps && this.installed && !this.executable) await installApp(this.url, this.dir)
    this.context = await chromium.launchPersistentContext(this.dir, {
      ...browserOptions(),
      ...(this.executable ? { executablePath: this.executable } : {}),
      viewport: this.size,
      locale: this.language,
      hasTouch: this.size.width < 500,
      permissions: ['camera'],
      serviceWorkers: this.keeps ? 'allow' : 'block',
      reducedMotion: 'reduce',
    })
    this.context.setDefaultTimeout(30_000)
    this.page = this.context.pages()[0] ?? (await this.context.newPage())
    this.watch(this.page)
    if (clock) await this.context.clock.install(typeof clock === 'number' ? { time: clock } : undefined)
    await this.page.goto(this.url + path)
  }

  private watch(page: Page) {
    page.on('pageerror', (err) => this.troubles.push(err.message))
  }

  /**
   * Kills the tab and opens another at the same address, as after a crash. A tab that is closed instead has its network back for a last
   * moment: the browser ends the pretended loss before it ends the page, and the page sends what it was to keep.
   */
  async killTab() {
    const at = this.page.url()
    const next = await this.context.newPage()
    const crashed = this.page.waitForEvent('crash')
    const control = await this.context.newCDPSession(this.page)
    control.send('Page.crash').catch(() => {}) // never answered: it dies of it
    await crashed
    await this.page.close()
    this.page = next
    this.watch(next)
    await next.goto(at)
  }

  /** Closes the whole browser and opens it again at the same address. */
  async restart() {
    const at = this.page.url().slice(this.url.length)
    await this.context.close()
    await this.open(at)
  }

  async signIn(user: string) {
    const { page, words } = this
    await page.getByLabel(words('User name')).fill(user)
    await page.getByLabel(words('Password'), { exact: true }).fill('lading-demo')
    const button = page.getByRole('button', { name: words('Sign in') })
    await button.click()
    await expect(button).toHaveCount(0) // who leaves the page before that leaves it signed out
    await expect(page.getByRole('main')).toBeVisible()
  }

  /** The shell is kept for the time without a network. */
  ready() {
    return installed(this.page)
  }

  backOnline() {
    return backOnline(this.context)
  }

  async close() {
    await this.context?.close()
    rmSync(this.dir, { recursive: true, force: true })
  }
}
