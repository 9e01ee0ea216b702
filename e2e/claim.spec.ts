import { expect, type Page, test } from '@playwright/test'
import { Examiner, quiet } from './kit/axe'
import { officePage } from './kit/office'
import { Server } from './kit/server'

const server = new Server()
let page: Page
const examiner = new Examiner()

test.beforeAll(async ({ browser }) => {
  await server.start()
  page = await officePage(browser, server.url, 'admin@demo.test')
})
test.afterAll(async () => {
  await page?.context().close()
  await server.remove()
  expect(examiner.faults).toEqual([])
})

test('a claim goes from a noted exception to the money, and each step is offered when the server takes it', async () => {
  await page.goto(`${server.url}/ClaimPreparation`)
  await page
    .getByRole('button', { name: /^Prepare claim for/ })
    .first()
    .click()
  await page.getByRole('combobox', { name: 'Kind' }).click()
  await page.getByRole('option', { name: 'Loss' }).click()
  await page.getByRole('combobox', { name: 'Add goods of the shipment' }).click()
  await page.getByRole('option').first().click()
  const line = page.getByRole('group', { name: 'Line 1' })
  await line.getByLabel('Pieces').fill('3')
  await line.getByLabel('Invoice value per piece').fill('125.50')
  await expect(line.getByText('Line total: 376.5')).toBeVisible()
  await quiet(page)
  await examiner.examine(page, 'claim preparation')
  await page.getByRole('button', { name: 'Save claim' }).click()

  await expect(page.getByRole('heading', { name: /^Claim C\d+$/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /File the claim.*months after/ })).toBeVisible()
  const step = (name: string) => page.getByRole('button', { name, exact: true })
  const dialog = page.getByRole('dialog')
  await expect(step('File')).toBeHidden()
  await step('Validate').click()
  await step('File').click()
  await dialog.getByRole('button', { name: 'File' }).click()
  await expect(page.getByRole('row', { name: /Carrier acknowledges.*days after filing.*370\.5/ })).toBeVisible()
  await step('Acknowledge').click()
  await dialog.getByLabel("Carrier's claim number").fill('RR-7781')
  await dialog.getByRole('button', { name: 'Acknowledge' }).click()
  await step('Settle').click()
  await dialog.getByLabel('Amount agreed').fill('300')
  await dialog.getByRole('button', { name: 'Settle' }).click()
  await expect(page.getByText('Agreed: $ 300. Received: $ 0. Open: $ 300.')).toBeVisible()
  await step('Note payment').click()
  await dialog.getByRole('button', { name: 'Note payment' }).click()
  await expect(page.getByText('Closed: paid')).toBeVisible()
  await expect(step('Settle')).toBeHidden()
  await quiet(page)
  await examiner.examine(page, 'claim')
})
