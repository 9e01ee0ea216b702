import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { Examiner, quiet } from './kit/axe'
import { officePage, visit } from './kit/office'
import { Server } from './kit/server'
import { rowsOf } from './kit/store'

const server = new Server()
let page: Page
const examiner = new Examiner()
const contract = readFileSync(new URL('../fixtures/rating/saia-ltl-contract.csv', import.meta.url), 'utf8')
const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

test.beforeAll(async ({ browser }) => {
  await server.start()
  page = await officePage(browser, `${server.url}/ReviewRates`, 'admin@demo.test')
})
test.afterAll(async () => {
  await page?.context().close()
  await server.remove()
  expect(examiner.faults).toEqual([])
})
const look = async (name: string) => {
  await quiet(page)
  await examiner.examine(page, name)
}

test('every carrier says what it costs or why it has no price, and the receipt adds up', async () => {
  await page.getByLabel('From ZIP').fill('30336')
  await page.getByLabel('To ZIP').fill('37203')
  await page.getByLabel('Weight, lb').fill('1250')
  await page.getByRole('button', { name: 'Get rates' }).click()
  await expect(page.getByRole('cell', { name: 'chosen Lowest total.' })).toBeVisible()
  await expect(page.getByText('No version of the contract is in force on')).toBeVisible()
  await quiet(page)

  await page
    .getByRole('button', { name: /^Receipt of/ })
    .first()
    .click()
  const receipt = page.getByRole('region', { name: 'Rate receipt' })
  const amounts = (await receipt.locator('tbody tr td:last-child').allTextContents()).map((t) =>
    Math.round(Number(t.replace(/[^\d.-]/g, '')) * 100),
  )
  const total = await receipt.locator('tfoot td').textContent()
  expect(amounts.length).toBeGreaterThan(2)
  expect(amounts.reduce((a, b) => a + b, 0)).toBe(Math.round(Number(total?.replace(/[^\d.-]/g, '')) * 100))
  await look('receipt')
})

test('a file shows what it would change before it counts', async () => {
  await visit(page, '/ContractDetails')
  await page.getByRole('link', { name: 'SAIA LTL contract' }).click()
  await quiet(page)
  await page
    .getByLabel(/Upload a new version/)
    .setInputFiles(csv('saia-next.csv', contract.replace('Discount,68.5', 'Discount,66').replace('From,2025-01-01', 'From,2099-01-01')))
  await expect(page.getByRole('row', { name: /changed Discount/ })).toContainText('68.566')
  await expect(page.getByText('Version 1 is in force on some of the same days.')).toBeVisible()
  await look('preview')
  await page.getByRole('button', { name: 'Save as version 2' }).click()
  await expect(page.getByRole('heading', { name: 'What changed since version 1' })).toBeVisible()

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export to Excel' }).click()
  expect((await saved).suggestedFilename()).toBe('SAIA-SAIA-LTL-contract-v2.xlsx')

  await visit(page, '/ContractDetails')
  await quiet(page)
  await page.getByLabel(/Upload a new contract/).setInputFiles(csv('bad.csv', contract.replace('NATIONAL,70,', 'NATIONAL,70,=1+1,')))
  await expect(page.getByText('Nothing was saved.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save as a new contract' })).toBeDisabled()
  await quiet(page)
})

test('open orders are rated from their list and built at the price that was taken', async () => {
  await visit(page, '/OpenOrders')
  await expect(page.getByRole('row').nth(2)).toBeVisible()
  const orders = await rowsOf<{ number: string; terms: string; shipOn: string }>(page, 'order_open')
  const ours = orders.filter((o) => o.terms === 'P').sort((a, b) => a.shipOn.localeCompare(b.shipOn))[0]?.number ?? '' // a consignee's freight has no price
  await page.getByPlaceholder('Find in this list').fill(ours)
  await page
    .getByRole('row', { name: new RegExp(ours) })
    .getByRole('checkbox')
    .check()
  await page.getByRole('button', { name: 'Rate together' }).click()
  await expect(page.getByText('chosen')).toBeVisible()
  await quiet(page)
  const price = await page
    .getByRole('row', { name: /chosen/ })
    .getByRole('cell')
    .first()
    .textContent()
  await page
    .getByRole('button', { name: /^Build with/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Build', exact: true }).click()
  await expect(page).toHaveURL(/ShipmentDetails/)
  await expect(page.getByRole('row', { name: /^Total \$/ })).toContainText(price ?? 'a price')
  await page.getByRole('link', { name: 'Why this carrier' }).click()
  await expect(page.getByRole('heading', { name: 'Price sheets' })).toBeVisible()
  await expect(page.getByRole('row', { name: /chosen/ })).toContainText(price ?? 'a price')
  await quiet(page)

  // An earlier rating is looked up from the shipment's workspace, explained by its own receipt and compared with the present one.
  await page.getByRole('button', { name: 'Rate again' }).click()
  const ratings = page.getByRole('region', { name: 'Rate history' })
  await expect(ratings.getByRole('row')).toHaveCount(3)
  await page.getByRole('link', { name: 'Back to the shipment' }).click()
  await page.getByRole('button', { name: 'Show the ratings and their prices' }).click()
  const first = ratings.getByRole('row', { name: /rate selected/ })
  await expect(first).toContainText(price ?? 'a price')
  await first.getByRole('link').click()
  await expect(page.getByText('This is an earlier rating.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Prices then and now' })).toBeVisible()
  await page
    .getByRole('row', { name: /chosen/ })
    .getByRole('button', { name: /^Receipt of/ })
    .click()
  await expect(page.getByRole('region', { name: 'Rate receipt' }).getByRole('row', { name: /^Total \$/ })).toContainText(price ?? 'a price')
  await quiet(page)
})

test('transit times and markups', async () => {
  await visit(page, '/TransitTime?from=30336&to=75207')
  await expect(page.getByText('miles by road')).toBeVisible()
  await quiet(page)
  await visit(page, '/CustomerMarkup')
  await page.getByRole('button', { name: 'Add a markup' }).click()
  await page.getByLabel('Amount or percent').fill('12.5')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('12.5 %')).toBeVisible()
  await quiet(page)
  await visit(page, '/ReviewRates?from=30336&to=37203&lb=1250')
  await expect(page.getByRole('columnheader', { name: 'Customer pays' })).toBeVisible()
})

test('terminals on the way, and light freight rated by its room', async () => {
  await visit(page, '/TerminalInfo?from=30301&to=37203')
  const regional = page.getByRole('region', { name: 'Terminals on the way' }).getByRole('row', { name: /SEFL/ })
  await expect(regional).toContainText('serves this place')
  await quiet(page)
  await page.getByRole('button', { name: 'Add a terminal' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Carrier').click()
  await page.getByRole('option', { name: 'Saia LTL Freight' }).click()
  await form.getByLabel('Code').fill('sav')
  await form.getByLabel('Name').fill('Savannah')
  await form.getByLabel('ZIP').fill('31401')
  await form.getByLabel('Serves').fill('30301')
  await form.getByLabel('Serves').press('Enter')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Terminals on the way' }).getByRole('row', { name: /SAIA/ })).toContainText('Savannah')

  await visit(page, '/CubeRatingProfile')
  await page.getByRole('button', { name: 'Add a profile' }).click()
  await form.getByLabel('Name').fill('Ten pounds')
  await form.getByLabel('From, cubic feet').fill('50')
  await form.getByLabel('And under, pounds a cubic foot').fill('8')
  await form.getByLabel('Rate as, pounds a cubic foot').fill('10')
  await form.getByLabel('Discount, percent').fill('0')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('row', { name: /Ten pounds/ })).toContainText('none yet')
  await quiet(page)
  await visit(page, '/CubeRating')
  await expect(page.getByRole('row', { name: /Cube rate applies/ })).toContainText('534')
  await page.getByRole('combobox', { name: 'Profile of Central Transport' }).click()
  const kept = page.waitForResponse(/Rating\/SaveCubeUse/)
  await page.getByRole('option', { name: 'Ten pounds' }).click()
  expect((await kept).ok()).toBe(true)
  await look('cube rating')
  await visit(page, '/ReviewRates?from=30336&to=37203&lb=300&class=150&pallets=1&length=48&width=40&height=48')
  await page.getByRole('button', { name: /^Receipt of Central Transport/ }).click()
  await expect(page.getByRole('region', { name: 'Rate receipt' })).toContainText('Cube rating profile Ten pounds')
})

test('a profile of another language than the browser says everything in its own', async ({ browser }) => {
  const spanish = await browser.newContext({ locale: 'es-MX' })
  const other = await spanish.newPage()
  await other.goto(`${server.url}/ReviewRates?from=30336&to=37203&lb=1250`)
  await other.locator('input[autocomplete="username"]').fill('office@demo.test')
  await other.locator('input[type="password"]').fill('lading-demo')
  await other.locator('button[type="submit"]').click()
  await expect(other.getByLabel('From ZIP')).toBeVisible()
  await spanish.close()
})
