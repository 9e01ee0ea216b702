import { expect, type Page } from '@playwright/test'

/** Signs on the pad of a page, as a finger does. */
export async function draw(page: Page) {
  const pad = page.getByRole('img', { name: /^(Sign here|Firme aquí)/ })
  await pad.scrollIntoViewIfNeeded()
  const box = await pad.boundingBox()
  if (!box) throw new Error('the pad is not shown')
  await page.mouse.move(box.x + 20, box.y + box.height / 2)
  await page.mouse.down()
  for (let i = 1; i <= 40; i++)
    await page.mouse.move(box.x + 20 + (i * (box.width - 40)) / 41, box.y + box.height / 2 + Math.sin(i / 2) * 30)
  await page.mouse.up()
  await expect(pad).toHaveAttribute('data-signed', 'true')
}
