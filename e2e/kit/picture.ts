import { join } from 'node:path'
import type { Page } from '@playwright/test'

/** A picture for people to look at, which no test does: only where PICTURES names a folder for them. With `widths`, one of each; the page is left as wide as it was. */
export async function picture(page: Page, name: string, { fullPage = false, widths = [] }: { fullPage?: boolean; widths?: number[] } = {}) {
  const folder = process.env.PICTURES
  if (!folder) return
  if (widths.length === 0) await page.screenshot({ path: join(folder, `${name}.png`), fullPage })
  const before = page.viewportSize()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await page.screenshot({ path: join(folder, `${name}-${width}.png`), fullPage })
  }
  if (widths.length > 0 && before) await page.setViewportSize(before)
}
