import { expect, type Page, test } from '@playwright/test'
import { Examiner, quiet } from './kit/axe'
import { officePage, visit } from './kit/office'
import { Server } from './kit/server'

// A carrier's file of invoices, from the row that is wrong to the exception that somebody decides.

const server = new Server()
const examiner = new Examiner()
let page: Page

test.beforeAll(async ({ browser }) => {
  await server.start()
  page = await officePage(browser, `${server.url}/InvoiceUpload`, 'audit@demo.test')
})
test.afterAll(async () => {
  await page?.context().close()
  await server.remove()
  expect(examiner.faults).toEqual([])
})

const file = [
  'Carrier,Invoice number,Invoice date,PRO,Linehaul,Fuel,LFTD,Total',
  'SAIA,E2E-1,2026-01-05,000000001,812.40,231.53,95.00,1138.93',
  'SAIA,E2E-2,2026-01-05,000000002,812.40,231.53,,1000.00',
].join('\n')

test('an uploaded invoice is in the list with its exception, and a person decides about it', async () => {
  await page.getByLabel('Upload invoices').setInputFiles({ name: 'saia.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await expect(page.getByText('1 invoice was entered')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Rows left out' })).toContainText('3')
  await expect(page.getByRole('region', { name: 'Rows left out' })).toContainText('Total')
  await quiet(page)
  await examiner.examine(page, 'result of a file')

  await visit(page, '/InvoiceLookup')
  await page.getByLabel('Invoice, PRO, BOL or shipment').fill('E2E-')
  await page.getByRole('button', { name: 'Find invoices' }).click()
  await page.getByRole('link', { name: 'E2E-1' }).click()
  await expect(page.getByRole('heading', { name: 'Invoice E2E-1' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Exceptions' })).toContainText('No shipment of this carrier has this PRO')
  await quiet(page)
  await examiner.examine(page, 'an invoice')

  await page.getByRole('button', { name: 'Send to client resolve' }).click()
  await page.getByRole('button', { name: 'Approve' }).click()
  const dialog = page.getByRole('dialog', { name: 'Approve' })
  await dialog.getByLabel('Remark').fill('The load is not ours. Nothing is paid.')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('region', { name: 'History' })).toContainText('The load is not ours.')
  await expect(page.getByRole('button', { name: 'Approve' })).toBeHidden()
})

test('a file of payments is looked at first, and recorded once', async () => {
  const { Invoices } = (await server.call('audit@demo.test', 'Invoice/getInvoiceList', { State: 'audit-complete' })) as {
    Invoices: { id: string; rev: number; carrier: string; number: string; currency: string; payMinor: number }[]
  }
  const i = Invoices.find((r) => r.payMinor > 0)
  if (!i) throw new Error('the demo has no approved invoice')
  await server.call('audit@demo.test', 'Audit/Release', { InvoiceId: i.id, Rev: i.rev })
  const paid = (minor: number) => ({
    name: 'paid.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `Carrier,Invoice number,Payment reference,Payment date,Amount,Currency\n${i.carrier},${i.number},ACH-7,${new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)},${(minor / 100).toFixed(2)},${i.currency}\n`,
    ),
  })
  await visit(page, '/UploadPayment')
  const choose = page.getByLabel('Choose a file')
  await choose.setInputFiles(paid(i.payMinor - 1))
  await expect(page.getByRole('region', { name: 'Rows with mistakes' })).toContainText('difference -0.01')
  await expect(page.getByRole('button', { name: 'Record payments' })).toBeHidden()
  await choose.setInputFiles(paid(i.payMinor))
  await page.getByRole('button', { name: 'Record payments' }).click()
  await expect(page.getByText('1 payment was recorded.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Recorded files' }).getByRole('table')).toContainText('paid.csv')
  await quiet(page)
  await examiner.examine(page, 'a recorded file')
  await choose.setInputFiles(paid(i.payMinor))
  await expect(page.getByText('Nothing was changed.')).toBeVisible()

  // Credited since, its carrier owes that until a refund is recorded.
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  await page.goto(`${server.url}/InvoiceUpload`)
  await page.getByLabel('Upload invoices').setInputFiles({
    name: 'credits.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `Carrier,Invoice number,Invoice date,Currency,Linehaul,Total,Bill credited\n${i.carrier},CR-7,${yesterday},${i.currency},-1.00,-1.00,${i.number}\n`,
    ),
  })
  await expect(page.getByText('1 invoice was entered')).toBeVisible()
  await page.goto(`${server.url}/InvoiceLookup?id=${i.id}`)
  await page.getByRole('button', { name: 'Record refund' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record refund' })
  await dialog.getByLabel('Reference').fill('THEIR-ACH-1')
  await dialog.getByLabel('Date').fill(yesterday)
  await dialog.getByLabel('Reason').fill('Their refund of CR-7')
  await examiner.examine(page, 'a refund')
  await dialog.getByRole('button', { name: 'Record refund' }).click()
  await expect(page.getByRole('region', { name: 'Refunds and set-offs' })).toContainText('THEIR-ACH-1')
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Their refund of CR-7')
  await expect(page.getByRole('button', { name: 'Record refund' })).toBeHidden()
  await quiet(page)
  await examiner.examine(page, 'an invoice with a refund')
})
