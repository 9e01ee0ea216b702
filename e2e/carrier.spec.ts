import { expect, test } from '@playwright/test'
import { signIn } from './kit/office'
import { Server } from './kit/server'

const server = new Server()
test.beforeAll(() => server.start())
test.afterAll(() => server.remove())

const { step } = test

test('carriers are added from the directory, several at a time, and completed with their e-mail', async ({ page }) => {
  await page.goto(`${server.url}/ManageCarriers?tab=directory`)
  await signIn(page, 'admin@demo.test')
  const row = (text: string) => page.getByRole('row', { name: new RegExp(text) })
  await step('two that are not there, beside one that is', async () => {
    await expect(row('AACT')).toContainText('Added')
    await expect(row('BNSF')).toContainText('Not added')
    for (const scac of ['AACT', 'BEAV', 'BNSF']) await row(scac).getByRole('checkbox').click()
    await page.getByRole('button', { name: 'Add (2)', exact: true }).click()
    await expect(page.getByText('Carriers added: 2. Enter their e-mail for tenders under Carriers.').first()).toBeVisible()
    await expect(row('BNSF')).not.toContainText('Not added')
    await expect(row('BEAV')).not.toContainText('Not added')
  })
  await step('their e-mail is missing until it is entered', async () => {
    await page.getByRole('tab', { name: 'Carriers', exact: true }).click()
    await page.getByPlaceholder('Find in this list').fill('BNSF')
    await expect(row('BNSF')).toContainText('Missing')
    await row('BNSF')
      .getByRole('button', { name: /^Change/ })
      .click()
    await page.getByRole('dialog').getByLabel('E-mail').fill('intermodal@bnsf.test')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(row('BNSF')).toContainText('intermodal@bnsf.test')
  })
})
