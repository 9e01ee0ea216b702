import { expect, type Page, test } from '@playwright/test'
import { Examiner } from './kit/axe'
import { officePage } from './kit/office'
import { Server } from './kit/server'

// An administrator lays down a rule, sees what it would have met, and switches it on; the office is told of it where a carrier is refused.

const server = new Server()
const examiner = new Examiner()
let page: Page

test.beforeAll(async ({ browser }) => {
  await server.start()
  page = await officePage(browser, `${server.url}/RuleEngine`, 'admin@demo.test')
})
test.afterAll(async () => {
  await page?.context().close()
  await server.remove()
  expect(examiner.faults).toEqual([])
})

test('a rule is entered, tried on the latest loads, switched on, and named where it decides', async () => {
  await expect(page.getByText('No rules yet.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Draft from a sentence' })).toBeHidden() // no provider is connected
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByLabel('Name').fill('Heavy freight by one carrier')
  await page.getByRole('button', { name: 'Add condition' }).click()
  await page.getByRole('textbox', { name: 'Value of condition 1' }).fill('heavy')
  await page.getByRole('combobox', { name: 'Then' }).click()
  await page.getByRole('option', { name: 'Allow only carriers' }).click()
  await page.getByRole('combobox', { name: 'Carriers' }).click()
  await page.getByRole('option').first().click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('heavy is not a number with at most three decimals.').first()).toBeVisible()
  await page.getByRole('textbox', { name: 'Value of condition 1' }).fill('1')
  await page.getByRole('switch', { name: 'Active' }).click() // off, until it was tried
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Weight, lb is at least 1')).toBeVisible()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Try on latest loads' }).click()
  await expect(page.getByText(/^Met by \d+ of your 100 latest loads/)).toBeVisible()
  await expect(page.getByText('excluded carrier').first()).toBeVisible()
  await examiner.examine(page, 'a rule tried on loads')
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Activate' }).click()
  await expect(page.getByText('Active', { exact: true }).last()).toBeVisible()
  const office = (path: string, req: object) => server.call('office@demo.test', path, req)
  const { Shipments } = (await office('Shipment/GetShipmentList', { statuscode: 'Q', pageSize: 1, pageIndex: 0 })) as {
    Shipments: { id: string }[]
  }
  const id = Shipments[0]?.id ?? ''
  await office('Shipment/RateShipments', { ShipmentIds: [id] })
  const { answer } = (await office('Shipment/GetShipmentPricesheets', { shipmentId: id })) as {
    answer: { candidates: { quote?: object; why: { code: string; value: string } }[] }
  }
  const barred = answer.candidates.filter((c) => c.why.code === 'rule-carrier-only')
  expect(barred.length).toBeGreaterThan(3)
  expect(barred.every((c) => !c.quote && c.why.value === 'Heavy freight by one carrier')).toBe(true)
})
