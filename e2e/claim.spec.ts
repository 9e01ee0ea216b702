import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { Examiner, quiet } from './kit/axe'
import { officePage, visit } from './kit/office'
import { Server } from './kit/server'

const server = new Server()
let page: Page
const examiner = new Examiner()

test.beforeAll(async ({ browser }) => {
  await server.start()
  page = await officePage(browser, `${server.url}/ClaimPreparation`, 'admin@demo.test')
})
test.afterAll(async () => {
  await page?.context().close()
  await server.remove()
  expect(examiner.faults).toEqual([])
})

test('a claim goes from a noted exception to the money, and each step is offered when the server takes it', async () => {
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
  await expect(dialog).toBeHidden() // it has a button of that name
  await expect(step('Acknowledge')).toBeHidden() // the claim on the screen is the acknowledged one
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

test("a carrier's own PDF is mapped, looked at, and comes out filled in with a claim", async () => {
  await visit(page, '/PDFMapping')
  await expect(page.getByRole('link', { name: 'Standard loss and damage form' })).toBeVisible() // the demo's
  await page
    .getByTestId('claim-form')
    .setInputFiles({ name: 'list.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\nno form') })
  await expect(page.getByText('could not be read as a PDF form')).toBeVisible()
  await page.getByTestId('claim-form').setInputFiles({
    name: 'ACME claim.pdf',
    mimeType: 'application/pdf',
    buffer: readFileSync(new URL('../fixtures/claim/form.pdf', import.meta.url)),
  })
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Name')).toHaveValue('ACME claim')
  await dialog.getByRole('button', { name: 'Save' }).click()

  await expect(page.getByRole('heading', { name: 'ACME claim' })).toBeVisible()
  const field = (name: RegExp) => page.getByRole('list', { name: 'Fields of the form' }).getByRole('button', { name })
  await expect(field(/claim\.no.*Claim number/)).toBeVisible() // guessed by its name
  await field(/Concealed damage/).click()
  await page.getByRole('combobox', { name: 'Takes' }).click()
  await page.getByRole('option', { name: 'Concealed damage' }).click()
  await field(/signed\.by/).click()
  await page.getByRole('combobox', { name: 'Takes' }).click()
  await page.getByRole('option', { name: 'A text…' }).click()
  await page.getByRole('textbox', { name: 'Text' }).fill('{contact}, {claimant}')
  await page.getByRole('textbox', { name: 'Text' }).blur()
  await expect(field(/signed\.by.*\{contact\}, \{claimant\}/)).toBeVisible()
  await quiet(page)
  await examiner.examine(page, 'PDF mapping')
  await page.reload()
  await expect(field(/signed\.by.*\{contact\}, \{claimant\}/)).toBeVisible()
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('menuitem', { name: /^C\d+/ }).first().click()
  await expect(dialog.getByTitle('ACME claim')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()

  await visit(page, '/ClaimsList')
  await page
    .getByRole('row', { name: /Submitted/ })
    .getByRole('link', { name: /^C\d+$/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Claim form' }).click()
  await page.getByRole('menuitem', { name: 'ACME claim' }).click()
  await expect(page.getByRole('button', { name: /^C\d+ ACME claim\.pdf$/ })).toBeVisible()
  await page.getByRole('button', { name: /^C\d+ ACME claim\.pdf$/ }).click()
  await expect(dialog.getByTitle(/ACME claim\.pdf/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
})
