import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { Examiner, quiet } from './kit/axe'
import { officePage } from './kit/office'
import { Server } from './kit/server'
import { loaded, rowsBy } from './kit/store'

const server = new Server()
const examiner = new Examiner()
let context: BrowserContext
let page: Page

interface Purchase {
  number: string
  open: number
}
interface Shipment {
  inbound: boolean
  orders: string[]
  pieces: number
  status: string
}

const titles = 'PO Number,Line,Ship To,Vendor Name,Vendor Address,Vendor City,Vendor State,Vendor Zip,Item,Description,Qty,Weight (lb)'
const row = (po: string, line: number, qty: string, warehouse = 'ATL') =>
  `${po},${line},${warehouse},Mill Co,4 Foundry St,Greenville,SC,29601,HX-${line},Hex bolts,${qty},400`
/** Uploads a file with these rows under the titles of a system that calls two columns as nobody else does. */
async function uploads(...rows: string[]) {
  const titled = [titles.replace('PO Number', 'Vorgang').replace('Qty', 'Bestellt'), ...rows].join('\n')
  await page.getByRole('button', { name: 'Upload purchase orders' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload purchase orders' })
  await dialog.getByLabel('Purchase order file').setInputFiles({ name: 'po.csv', mimeType: 'text/csv', buffer: Buffer.from(titled) })
  await dialog.getByRole('button', { name: 'Read the file' }).click()
}

const openOf = async (number: string) => (await rowsBy<Purchase>(page, 'order_purchase', 'number', { is: number }))[0]?.open
const shippedOf = async (number: string) =>
  (await rowsBy<Shipment>(page, 'shipment', 'orders', { is: number })).filter((s) => s.inbound).map((s) => `${s.pieces} ${s.status}`)
const openOrder = (number: string) => page.getByRole('link', { name: number, exact: true }).click()

test.beforeAll(async ({ browser }) => {
  test.setTimeout(120_000)
  await server.start()
  page = await officePage(browser, `${server.url}/Receive`, 'office@demo.test', { serviceWorkers: 'allow' })
  context = page.context()
  await loaded(page)
})
test.afterAll(async () => {
  await context?.close()
  await server.remove()
  expect(examiner.faults).toEqual([])
})

test('a file of purchase orders, its columns mapped by hand, is shipped in parts, the last of it without a connection', async () => {
  await page.getByRole('main').getByRole('link', { name: 'Ship PO' }).click()
  const good = [row('PO-E2E', 1, '40'), row('PO-E2E', 2, '6')]
  await uploads(...good, row('PO-TWICE', 1, '3'), row('PO-TWICE', 1, '3'), row('PO-WHERE', 2, '6', 'NOWHERE'))
  await expect(page.getByRole('status').filter({ hasText: 'An order also needs:' })).toContainText('Purchase order, Pieces')
  const read = page.getByRole('button', { name: 'Read the file with these columns' })
  await expect(read).toBeDisabled()
  await quiet(page)
  await examiner.examine(page, 'purchase orders, the columns')
  for (const [column, field] of [
    ['Vorgang', 'Purchase order'],
    ['Bestellt', 'Pieces'],
  ] as const) {
    await page.getByRole('combobox', { name: `${column} imported as` }).click()
    await page.getByRole('option', { name: field, exact: true }).click()
  }
  await read.click()
  const found = page.getByRole('region', { name: 'Orders of the file' })
  await expect(found).toContainText('Row 5, Line Line 1 is there twice.')
  await expect(found).toContainText('Row 6, Ship To There is no warehouse NOWHERE.')
  expect(await openOf('PO-E2E')).toBeUndefined()
  await quiet(page)
  await examiner.examine(page, 'purchase orders, before they count')
  await page.getByRole('button', { name: 'Save 1 order' }).click()
  await expect(page.getByText('1 purchase order is new')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Purchase orders to ship' }).click()
  await openOrder('PO-E2E')

  await page.getByLabel('Pieces now, line 1').fill('41')
  await page.getByRole('main').getByRole('button', { name: 'Ship', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Line 1: 40 are left to ship.' })).toBeVisible()
  await quiet(page)
  await examiner.examine(page, 'a purchase order, too many pieces')
  await page.getByLabel('Pieces now, line 1').fill('30')
  await page.getByRole('main').getByRole('button', { name: 'Ship', exact: true }).click()
  await expect.poll(() => openOf('PO-E2E')).toBe(16)
  await expect.poll(() => shippedOf('PO-E2E')).toEqual(['30 Q'])

  await context.setOffline(true)
  await openOrder('PO-E2E')
  await page.getByRole('button', { name: 'All remaining' }).click()
  await expect(page.getByLabel('Pieces now, line 1')).toHaveValue('10')
  await page.getByRole('main').getByRole('button', { name: 'Ship', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Purchase orders to ship' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'PO-E2E', exact: true })).toHaveCount(0)
  expect(await shippedOf('PO-E2E')).toEqual(['30 Q'])
  await context.setOffline(false)
  await expect.poll(async () => (await shippedOf('PO-E2E')).sort(), { timeout: 30_000 }).toEqual(['16 Q', '30 Q'])
})

test('orders of one vendor go on one shipment, and what is left of each line stays open', async () => {
  await page.goto(`${server.url}/ShipPO`)
  await uploads(row('PO-E2E-A', 1, '40'), row('PO-E2E-B', 1, '6'))
  await expect(page.getByText('Columns as last time for this layout')).toBeVisible()
  await page.getByRole('button', { name: 'Save 2 orders' }).click()
  await page.getByRole('main').getByRole('button', { name: 'Purchase orders to ship' }).click()
  await openOrder('PO-E2E-A')
  await page
    .getByRole('region', { name: 'More from this vendor' })
    .getByRole('button', { name: /^PO-E2E-B/ })
    .click()
  await page.getByLabel('Pieces now, PO-E2E-A, line 1').fill('30')
  await page.getByLabel('Pieces now, PO-E2E-B, line 1').fill('6')
  await quiet(page)
  await examiner.examine(page, 'two purchase orders, one shipment')
  await page.getByRole('main').getByRole('button', { name: 'Ship', exact: true }).click()
  await expect.poll(async () => [await openOf('PO-E2E-A'), await openOf('PO-E2E-B')]).toEqual([10, undefined])
  await expect.poll(async () => [await shippedOf('PO-E2E-A'), await shippedOf('PO-E2E-B')]).toEqual([['36 Q'], ['36 Q']])
})
