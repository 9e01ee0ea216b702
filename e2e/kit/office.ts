import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test'
import { installedContext } from './installed'

/** Fills in the sign-in that the page shows. What stands after it is for the caller to wait for. */
export async function signIn(page: Page, user: string, password = 'lading-demo') {
  await page.getByLabel('User name').fill(user)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** A page of the office, in light and dense, in which somebody is signed in and has all rows. The app is there for a time without a network where the options allow a service worker. */
export async function officePage(browser: Browser, url: string, user: string, options: BrowserContextOptions = {}): Promise<Page> {
  const all: BrowserContextOptions = { viewport: { width: 1280, height: 800 }, serviceWorkers: 'block', ...options }
  const context = await (all.serviceWorkers === 'allow' ? installedContext(url, all) : browser.newContext(all))
  const page = context.pages()[0] ?? (await context.newPage())
  await page.addInitScript(() => localStorage.setItem('lading.appearance', JSON.stringify({ look: 'light', density: 'office' })))
  await page.goto(url)
  await signIn(page, user)
  await expect(page.getByRole('button', { name: 'All saved' })).toBeVisible({ timeout: 60_000 })
  return page
}

/**
 * Leads to another screen as a link does, and waits until it is drawn. The app stays: to begin it anew by `goto` takes five times as much of the processor. The same
 * screen at another address keeps what it holds, as it does for a link.
 */
export async function visit(page: Page, path: string) {
  await page.evaluate(
    (to) =>
      new Promise<void>((drawn) => {
        const { __TSR_ROUTER__: router } = globalThis as unknown as {
          __TSR_ROUTER__: { subscribe(event: 'onRendered', then: () => void): () => void } // by which its own tools find it
        }
        const stop = router.subscribe('onRendered', () => {
          stop()
          drawn()
        })
        history.pushState({}, '', to)
      }),
    path,
  )
}
