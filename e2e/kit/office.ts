import { type Browser, expect, type Page } from '@playwright/test'

/** A page of the office, in light and dense, in which somebody is signed in and has all rows. */
export async function officePage(browser: Browser, url: string, user: string, viewport = { width: 1280, height: 800 }): Promise<Page> {
  const page = await (await browser.newContext({ viewport })).newPage()
  await page.addInitScript(() => localStorage.setItem('lading.appearance', JSON.stringify({ look: 'light', density: 'office' })))
  await page.goto(url)
  await page.getByLabel('User name').fill(user)
  await page.getByLabel('Password', { exact: true }).fill('lading-demo')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('button', { name: 'All saved' })).toBeVisible({ timeout: 60_000 })
  return page
}
