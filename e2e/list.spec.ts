import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { Device } from './kit/browser'
import { YardNetwork } from './kit/proxy'
import { Server } from './kit/server'
import { loaded, rowsOf } from './kit/store'

// A day's work with a list of the office: found, ordered, kept, taken along, changed and taken back, with and without a network.

let server: Server
let yard: YardNetwork
let desk: Device
test.beforeAll(async () => {
  server = new Server({ LADING_DEMO: '1' })
  await server.start()
  yard = new YardNetwork(() => server.port)
  await yard.start()
  desk = new Device(yard.url, { width: 1280, height: 800 })
  await desk.open('/ShipmentList')
  await desk.signIn('office@demo.test')
  await expect(grid(desk.page)).toBeVisible({ timeout: 60_000 })
  await loaded(desk.page)
})
test.afterAll(async () => {
  await desk?.close()
  await yard?.stop()
  await server.remove()
})
// The rows are loaded once. Each test begins on a screen of its own address, in which nothing is chosen or filtered.
test.afterEach(async () => {
  yard.down = false
  expect(desk.troubles.splice(0)).toEqual([])
})

const grid = (page: Page) => page.getByRole('grid')
const rows = (page: Page) => grid(page).getByRole('rowgroup').getByRole('row')
const heading = (page: Page, name: string) => grid(page).getByRole('columnheader', { name })
/** What stands in a column, of the rows that are drawn. */
const column = async (page: Page, name: string) => {
  const at = await heading(page, name).getAttribute('aria-colindex')
  return (await grid(page).locator(`[role=gridcell][aria-colindex="${at}"]`).allTextContents()).map((text) => text.trim())
}
const sorted = (values: string[]) => [...values].sort((a, b) => a.localeCompare(b, undefined, { numeric: true }))
const total = async (page: Page) => Number(await grid(page).getAttribute('aria-rowcount')) - 1

test('a list is filtered, ordered by two columns, cut to some columns and kept as a view; a reload brings it back', async () => {
  const { page } = desk
  const all = (await rowsOf(page, 'shipment')).length
  expect(all).toBeGreaterThan(1_000)
  await expect.poll(() => total(page)).toBe(all)
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('group', { name: 'Filter by' }).getByRole('button', { name: 'Status' }).click()
  await page.getByRole('checkbox', { name: /^Scheduled/ }).check()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Status: Scheduled')).toBeVisible()
  const some = await total(page)
  expect(some).toBeLessThan(all)

  await heading(page, 'Carrier').getByRole('button').click()
  await heading(page, 'Consignee')
    .getByRole('button')
    .click({ modifiers: ['Shift'] })
  await expect(heading(page, 'Carrier')).toHaveAttribute('aria-sort', 'ascending')
  await expect(heading(page, 'Consignee')).toHaveAttribute('aria-sort', 'ascending')
  const carriers = await column(page, 'Carrier')
  expect(carriers).toEqual(sorted(carriers))
  const consignees = await column(page, 'Consignee')
  const ofFirst = consignees.filter((_, n) => carriers[n] === carriers[0])
  expect(ofFirst.length).toBeGreaterThan(1)
  expect(ofFirst).toEqual(sorted(ofFirst))

  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Window' }).uncheck()
  await page.getByRole('button', { name: 'Move Carrier left' }).click()
  await page.keyboard.press('Escape')
  await expect(heading(page, 'Window')).toHaveCount(0)
  const titles = () => grid(page).getByRole('columnheader').allTextContents()
  const order = await titles()

  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save view…' }).click()
  await page.getByLabel('Name').fill('Mornings')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeHidden()

  await page.reload()
  await expect(page.getByText('Status: Scheduled')).toBeVisible()
  await expect.poll(titles).toEqual(order)
  await expect.poll(() => column(page, 'Carrier')).toEqual(carriers)

  await page.getByRole('button', { name: 'Clear all' }).click()
  await heading(page, 'Shipment').getByRole('button').click()
  await expect.poll(() => total(page)).toBe(all)
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Mornings' }).click()
  await expect.poll(() => total(page)).toBe(some)
  await expect.poll(() => column(page, 'Carrier')).toEqual(carriers)

  // Shared, the server has it for whoever opens this list.
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save view…' }).click()
  await page.getByLabel('Name').fill('Mornings of all')
  await page.getByLabel('Share with everyone who can open this page').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect.poll(() => total(page)).toBe(all)
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Mornings of all' }).click()
  await expect.poll(() => total(page)).toBe(some)
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('button', { name: 'Stop sharing Mornings of all' }).click()
  await expect(page.getByText('The view “Mornings of all” is no longer shared.')).toBeVisible()
})

test('many pasted ids leave only their rows, and those are what is exported', async () => {
  const { page } = desk
  await page.goto(`${yard.url}/ShipmentList`)
  await expect.poll(async () => (await column(page, 'Shipment')).length).toBeGreaterThan(7)
  const wanted = (await column(page, 'Shipment')).slice(0, 7)
  await page.getByRole('button', { name: 'Paste ids' }).click()
  await page.getByLabel('Paste or scan ids').fill(`${wanted.join('\t')}\nL0000000`)
  await expect(page.getByText('8 ids')).toBeVisible()
  await page.getByRole('button', { name: 'Show these' }).click()
  await expect(rows(page)).toHaveCount(7)
  await expect(page.getByText('1 not in this list: L0000000')).toBeVisible()

  // What another filter hides is in the list all the same.
  await page.getByLabel('Find in this list').fill(wanted[0] ?? '')
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByText(/^6 hidden by another filter: /)).toBeVisible()
  await expect(page.getByText('1 not in this list: L0000000')).toBeVisible()
  await page.getByRole('button', { name: 'Show all pasted' }).click()
  await expect(rows(page)).toHaveCount(7)
  await expect(page.getByText('hidden by another filter')).toBeHidden()

  // Who looks at one of them and comes back finds the seven as they were left.
  const first = rows(page).first().getByRole('link').first()
  const number = (await first.textContent()) ?? ''
  await first.click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(number)
  await page.goBack()
  await expect(page.getByText('1 not in this list: L0000000')).toBeVisible()
  await expect(rows(page)).toHaveCount(7)

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const lines = readFileSync(await (await saved).path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines[0]).toContain('Shipment,Status,Ship date')
  expect(lines.slice(1).map((l) => l.split(',')[0])).toEqual(await column(page, 'Shipment'))
})

test('pasted ids of a list that comes page by page: what a filter hides is told from what is not there', async () => {
  const { page } = desk
  await page.goto(`${yard.url}/ShipmentHistory`)
  await expect.poll(async () => (await column(page, 'Shipment')).length).toBeGreaterThan(2)
  const wanted = (await column(page, 'Shipment')).slice(0, 2)
  await page.getByRole('button', { name: 'Paste ids' }).click()
  await page.getByLabel('Paste or scan ids').fill(`${wanted.join(' ')} L0000000`)
  await page.getByRole('button', { name: 'Show these' }).click()
  await expect(rows(page)).toHaveCount(2)
  await expect(page.getByText('1 not in this list: L0000000')).toBeVisible()
  await page.getByLabel('Ship date from').fill('2099-01-01')
  await expect(page.getByText(`2 hidden by another filter: ${wanted.join(', ')}`)).toBeVisible()
  await expect(page.getByText('1 not in this list: L0000000')).toBeVisible()
  await page.getByRole('button', { name: 'Show all pasted' }).click()
  await expect(rows(page)).toHaveCount(2)
  await expect(page.getByText('hidden by another filter')).toBeHidden()
})

test('three rows are deferred without a network and brought back by one undo; the server hears of it later', async () => {
  const { page } = desk
  const sent = { ...yard.applied }
  await page.goto(`${yard.url}/Bucket/RateRoute`)
  await expect(grid(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'All saved' })).toBeVisible()
  const before = 25 // a page of a bucket
  await expect.poll(() => total(page)).toBe(before)
  yard.down = true
  yard.cut()

  for (const n of [0, 1, 2]) await rows(page).nth(n).getByRole('checkbox').check()
  const numbers = (await column(page, 'Shipment')).slice(0, 3)
  const bar = page.getByRole('region', { name: 'Selected rows' })
  await expect(bar).toContainText('3 rows selected')
  await bar.getByRole('button', { name: 'Defer' }).click()
  await expect(bar).toBeHidden()
  for (const number of numbers) await expect(grid(page).getByText(number)).toHaveCount(0)
  await expect(page.getByRole('button', { name: /3 to send/ })).toBeVisible()

  await page.getByRole('button', { name: 'Undo' }).click()
  for (const number of numbers) await expect(grid(page).getByText(number)).toBeVisible()
  await expect.poll(() => total(page)).toBe(before)

  yard.down = false
  await desk.backOnline()
  await expect(page.getByRole('button', { name: 'All saved' })).toBeVisible()
  await page.reload()
  await expect(grid(page)).toBeVisible()
  for (const number of numbers) await expect(grid(page).getByText(number)).toBeVisible()
  await expect.poll(() => yard.applied).toEqual({ mutations: sent.mutations + 6, runs: sent.runs + 6 }) // the rows may be here before the answer
})

test('a shipment that stands still says what happened and what was written of it, without a network too, and goes on from where it stood', async () => {
  const { page } = desk
  const still = (await rowsOf<{ id: string; status: string; onDock: boolean }>(page, 'shipment')).find((s) => s.status === 'A' && !s.onDock)
  await page.goto(`${yard.url}/ShipmentDetails/${still?.id}`)
  await expect(page.getByRole('button', { name: 'More' })).toBeVisible()
  await desk.ready()
  yard.down = true
  yard.cut()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Report an exception' }).click()
  const form = page.getByRole('dialog', { name: 'Report an exception' })
  await form.getByRole('button', { name: 'Report' }).click()
  await expect(form.getByRole('textbox', { name: 'Reason' })).toHaveAttribute('aria-invalid', 'true')
  await form.getByRole('combobox', { name: 'What happened' }).click()
  await page.getByRole('option', { name: 'Carrier refused the load' }).click()
  await form.getByRole('textbox', { name: 'Reason' }).fill('The driver had no room for nine pallets.')
  await form.getByRole('button', { name: 'Report' }).click()
  await expect(page.getByText('Carrier refused the load', { exact: true })).toBeVisible()
  await expect(page.getByText('The driver had no room for nine pallets.', { exact: true })).toBeVisible()
  yard.down = false
  await desk.backOnline()
  await expect(page.getByRole('button', { name: 'All saved' })).toBeVisible()
  await page.getByRole('button', { name: /^Resume/ }).click()
  await expect(page.getByText('Carrier refused the load', { exact: true })).toBeHidden()
  await expect(page.getByRole('button', { name: /^Resume/ })).toBeHidden()
})
