import { execFileSync } from 'node:child_process'
import { expect, type Page, test } from '@playwright/test'
import { Examiner, quiet } from './kit/axe'
import { officePage, visit } from './kit/office'
import { Server } from './kit/server'

const server = new Server()
let page: Page
test.beforeAll(async ({ browser }) => {
  await server.start()
  page = await officePage(browser, `${server.url}/Customers`, 'admin@demo.test')
})
test.afterAll(async () => {
  await page?.context().close()
  await server.remove()
})

async function addCustomer(page: Page, code: string, name: string, street: string) {
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const form = page.getByRole('dialog')
  for (const [label, value] of [
    ['Code', code],
    ['Name', name],
    ['Street', street],
    ['ZIP', '38118'],
    ['City', 'Memphis'],
    ['State', 'TN'],
  ] as const)
    await form.getByRole('textbox', { name: new RegExp(`^${label}( \\*|$)`) }).fill(value)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
}

test('two customers that are one are merged, and the list of what was merged says so', async () => {
  await addCustomer(page, 'ACME', 'Acme Corp', '1 Mill Lane')
  await addCustomer(page, 'ACME-2', 'ACME Corporation', '1 Mill Ln')
  await page.getByText('Likely doubles: 1').click()
  await page.getByRole('button', { name: /^Merge ACME/ }).click()
  await expect(page.getByRole('heading', { name: 'Merge customers' })).toBeVisible()
  await page.getByRole('radio', { name: 'Keep ACME', exact: true }).check()
  await page.getByRole('radio', { name: 'Street: 1 Mill Ln, ACME-2' }).check()
  await expect(page.getByText('No order, load or setting names them.')).toBeVisible()
  await page.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(page.getByText('Merged into ACME, Acme Corp')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Customers' })).toBeVisible()
  await expect(page.getByText('1 Mill Ln')).toBeVisible()
  await expect(page.getByText('ACME Corporation')).toBeHidden()
  await page.getByRole('button', { name: 'Merged', exact: true }).click()
  await expect(page.getByText('ACME Corporation')).toBeVisible()
  await expect(page.getByText('ACME, Acme Corp', { exact: true })).toBeVisible()
})

test('a merge is taken back, and both customers are there again', async () => {
  await page
    .getByRole('row', { name: /ACME Corporation/ })
    .getByRole('button', { name: 'More actions' })
    .click()
  await page.getByRole('menuitem', { name: 'Take back the merge' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: 'Take back' }).click()
  await expect(form).toBeHidden()
  await visit(page, '/Customers')
  await expect(page.getByText('ACME Corporation', { exact: true })).toBeVisible()
  await expect(page.getByText('Acme Corp', { exact: true })).toBeVisible()
})

test("another system's file of customers comes in under its own titles, once", async () => {
  const dialog = page.getByRole('dialog', { name: 'Import customers' })
  const file = 'fixtures/rows/customers-sap.txt'
  await visit(page, '/Customers')
  await page.getByRole('button', { name: 'Import customers' }).click()
  await dialog.locator('input[type=file]').setInputFiles(file)
  await expect(dialog.getByRole('status', { name: 'Results' })).toContainText('4 new')
  await expect(dialog.getByRole('combobox', { name: 'Debitor imported as' })).toHaveValue('Code')
  await quiet(page)
  const examiner = new Examiner()
  await examiner.examine(page, 'rows of a file', '[role=dialog]')
  expect(examiner.faults).toEqual([])
  await dialog.getByRole('button', { name: 'Save 4 rows' }).click()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByText('0000100234')).toBeVisible()
  await page.getByRole('button', { name: 'Import customers' }).click()
  await dialog.locator('input[type=file]').setInputFiles(file)
  await expect(dialog.getByRole('status', { name: 'Results' })).toContainText('0 new')
  await expect(dialog.getByRole('button', { name: /^Save/ })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Close' }).first().click()
})

test('a program is made with scopes; the shown commands get its token and make a call', async () => {
  await visit(page, '/IntegrationSetup')
  await page.getByRole('tab', { name: 'Programs' }).click()
  await page.getByRole('button', { name: 'New program' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('ERP')
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(form.getByRole('alert')).toContainText('Choose what the program may do.')
  await form.getByRole('checkbox', { name: 'Read: org' }).check()
  await form.getByRole('button', { name: 'Create' }).click()
  const shown = page.getByRole('dialog', { name: 'Secret of ERP' })
  const id = await shown.getByLabel('Client ID').inputValue()
  const secret = await shown.getByRole('region', { name: 'Secret' }).innerText()
  await shown.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('org:read').first()).toBeVisible()

  await page.getByRole('tab', { name: 'API calls' }).click()
  const token = await page.getByRole('region', { name: 'Command for a token' }).innerText()
  const command = async (path: string) => {
    await page.getByLabel('Find by path, scope or field').fill(path)
    await page.getByText(path, { exact: true }).click()
    return page.getByRole('region', { name: `Command for ${path}` }).innerText()
  }
  const run = (text: string) =>
    execFileSync('bash', ['-c', `${token}\n${text}`], { encoding: 'utf8', env: { ...process.env, CLIENT_ID: id, CLIENT_SECRET: secret } })
  expect(JSON.parse(run(await command('Org/Customers')))).toBeInstanceOf(Array)
  expect(JSON.parse(run(await command('Org/LikelyDoubles')))).toBeInstanceOf(Array)
  expect(JSON.parse(run(await command('Org/SaveCustomer')))).toMatchObject({ code: 'program-scope' })
})
