import { expect, type Locator, type Page } from '@playwright/test'
import { rowsBy, rowsOf } from './store'

export interface Pallet {
  id: string
  shipmentId: string
  lpn: string
  state: string
  scannedAt: string | null
  note: string
}

/** Pallets of one load that this device holds and that nobody has begun to load: at least two. Nothing of it is hazardous, so that its driver signs alone. */
export async function freshLoad(page: Page): Promise<Pallet[]> {
  let found: Pallet[] = []
  await expect
    .poll(
      async () => {
        const loads = await rowsOf<{ id: string; state: string; hazmat: string[] }>(page, 'dock_shipment')
        const waiting = new Set(
          loads.filter((l) => (l.state === 'waiting' || l.state === 'arrived') && l.hazmat.length === 0).map((l) => l.id),
        )
        for (const id of waiting) {
          found = (await rowsBy<Pallet>(page, 'dock_pallet', 'shipmentId', { is: id })).filter((p) => p.state === 'staged' && !p.scannedAt)
          if (found.length > 1) return found.length
        }
        return 0
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThan(1)
  return found
}

/**
 * Labels, as a scanner types them: a key a millisecond by the events' own time, however busy this machine is. A key that nobody keeps from the field with the
 * focus stands in it. Runs in the page.
 */
export function wedge(labels: string[]) {
  let at = performance.now()
  for (const label of labels)
    for (const key of [...label, 'Enter']) {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
      at += 1
      Object.defineProperty(event, 'timeStamp', { value: at })
      const target = document.activeElement ?? document.body
      if (target.dispatchEvent(event) && key !== 'Enter' && target.matches('input, textarea'))
        document.execCommand('insertText', false, key)
    }
}

export const type = (page: Page, ...labels: string[]) => page.evaluate(wedge, labels)

/** A pallet's label, taken. */
export async function scan(page: Page, { lpn }: Pallet) {
  await type(page, lpn)
  await expect(
    page
      .getByRole('status')
      .filter({ hasText: lpn.slice(-4) })
      .first(),
  ).toBeVisible()
}

/** The driver's signature, in whichever language the pad asks for it; after the shipper's where the load is hazardous. */
export async function draw(page: Page) {
  const pad = page.getByRole('img', { name: /^(Sign here|Firme aquí|Signez ici)/ })
  const shipper = page.getByRole('button', { name: 'Shipper signs' })
  await expect(pad.or(shipper).first()).toBeVisible()
  if (!(await pad.isVisible())) {
    await shipper.click()
    await ink(page, page.getByRole('img', { name: /^The shipper signs here/ }))
    await page.getByLabel("Shipper's name").fill('Dana Price')
    await page.getByRole('button', { name: 'Certify' }).click()
  }
  await ink(page, pad)
}

async function ink(page: Page, pad: Locator) {
  await pad.hover() // in sight, where it stays, and nothing above it
  await page.mouse.down()
  const box = await pad.boundingBox()
  if (!box) throw new Error('the pad is not shown')
  for (let i = 1; i <= 40; i++)
    await page.mouse.move(box.x + 20 + (i * (box.width - 40)) / 41, box.y + box.height / 2 + Math.sin(i / 2) * 30)
  await page.mouse.up()
  await expect(pad).toHaveAttribute('data-signed', 'true')
}

/** Keeps the weight of an open panel, also where it is far from what the orders say. */
export async function keepWeight(panel: Locator) {
  await panel.getByRole('button', { name: 'Save weight' }).click()
  const sure = panel.getByRole('button', { name: 'Save anyway' })
  await expect(async () => {
    if (await sure.isVisible()) await sure.click()
    await expect(panel).toBeHidden({ timeout: 1_000 })
  }).toPass()
}
