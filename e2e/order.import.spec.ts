import { expect, type Page, test } from '@playwright/test'
import { Examiner, quiet } from './kit/axe'
import { officePage } from './kit/office'
import { Server } from './kit/server'
import { loaded } from './kit/store'

const server = new Server()
let page: Page
const examiner = new Examiner()

const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
/** Three orders: one is good, one has a quantity with a letter in it, and one calls its warehouse as nobody here does. */
const file = [
  'Order No,Warehouse,Ship Date,Ship To Name,Ship To Address,City,State,ZIP,Item,Description,Qty,Gross Weight',
  `IMP-1,ATL,${day},Hartwell & Sons,61 Depot St,Hartford,CT,06112,HW-1,Hinges,10,100`,
  `IMP-2,ATL,${day},Cascade Millwork,6420 S 216th St,Kent,WA,98032,HW-1,Hinges,1O,120`,
  `IMP-3,Peachtree,${day},Bayou Refinery,5230 Choctaw Dr,Baton Rouge,LA,70805,HW-1,Hinges,12,140`,
].join('\n')

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser }) => {
  test.setTimeout(120_000)
  await server.start()
  page = await officePage(browser, server.url, 'admin@demo.test')
  await loaded(page)
})
test.afterAll(async () => {
  await page?.context().close()
  await server.remove()
  expect(examiner.faults).toEqual([])
})

test('the mistakes of a file are put right where they are shown, by the keyboard, and the good rows are saved', async () => {
  test.setTimeout(90_000)
  await page.goto(`${server.url}/OpenOrders`)
  await page.getByRole('button', { name: 'Upload order file' }).click()
  await page
    .getByLabel('Order file', { exact: true })
    .setInputFiles({ name: 'weekly.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await page.getByRole('button', { name: 'Read the file' }).click()

  await expect(page.getByText('The file does not give the unit of its weights.')).toBeVisible()
  await page.getByRole('tab', { name: /Orders/ }).click()
  await expect(page.getByText('1 order is good')).toBeVisible()
  await quiet(page)
  await examiner.examine(page, 'a file with mistakes')

  const cell = page.getByRole('textbox', { name: 'Row 3, Qty, corrected' })
  await cell.fill('10')
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 orders are good')).toBeVisible()
  await expect(page.getByText('1 cell corrected')).toBeVisible()

  await page.getByRole('textbox', { name: 'Find', exact: true }).fill('Peachtree')
  await page.getByRole('textbox', { name: 'Replace with' }).fill('ATL')
  await page.keyboard.press('Enter')
  await expect(page.getByText('3 orders are good')).toBeVisible()
  await expect(page.getByText('1 cell replaced')).toBeVisible()

  await page.getByRole('button', { name: 'Read the file as it was sent' }).click()
  await expect(page.getByText('1 order is good')).toBeVisible()
  await page.getByRole('button', { name: 'Save 1 order' }).click()
  await expect(page.getByText('1 order saved')).toBeVisible()
  await expect(page.getByText('2 orders were not saved; the report says why.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Row 3, Qty, corrected' })).toHaveCount(0)
})

test('a file is undone; an undo that was cut off is finished on the same screen', async () => {
  await page.getByRole('button', { name: 'Undo this file' }).click()
  await expect(page.getByText('Remove the 1 order of this file from the open orders?')).toBeVisible()
  await page.getByRole('button', { name: 'Undo this file' }).click()
  await expect(page.getByText('1 order undone')).toBeVisible()

  // The server cuts only files of more than a hundred orders: its answer tells of one that is left.
  await page.route('**/api/Order/Preview', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), UndoLeft: 1 } })
  })
  await page.reload()
  await expect(page.getByText('1 order is still to be undone')).toBeVisible()
  await expect(page.getByText('1 order undone')).toHaveCount(0)
  await quiet(page)
  await examiner.examine(page, 'an undo that was cut off')
  await page.unroute('**/api/Order/Preview')
  const asked = page.waitForResponse('**/api/Order/UndoImport')
  await page.getByRole('button', { name: 'Finish the undo' }).click()
  expect((await asked).ok()).toBe(true)
  await expect(page.getByText('1 order undone')).toBeVisible()
})
