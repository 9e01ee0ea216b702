import { expect, type Page, test } from '@playwright/test'
import { Examiner } from './kit/axe'
import { officePage } from './kit/office'
import { Server } from './kit/server'

// An administrator corrects a shipment with a reason while somebody else changes it, takes the correction back, and regenerates its documents.

const server = new Server()
const examiner = new Examiner()
let office: Page
let bol = ''

interface Found {
  Shipment: { Id: string; Seen: string; Fields: { Field: string; Value: string }[] }
}
const asAdmin = <T>(path: string, req: object = {}) => server.call('admin@demo.test', path, req) as Promise<T>
const found = () => asAdmin<Found>('DataAdmin/GetOrderDetailsByShipment', { ShipmentId: bol })

test.beforeAll(async ({ browser }) => {
  await server.start()
  const { Shipments } = await asAdmin<{ Shipments: { bol: string; onDock: boolean; inbound: boolean }[] }>('Shipment/GetShipmentList', {
    statuscode: 'A',
    pageSize: 100,
    pageIndex: 0,
  })
  bol = Shipments.find((s) => s.bol && !s.inbound)?.bol ?? ''
  expect(bol).not.toBe('')
  office = await officePage(browser, `${server.url}/DataAdmin`, 'admin@demo.test')
})
test.afterAll(async () => {
  await office?.context().close()
  await server.remove()
  expect(examiner.faults).toEqual([])
})

test('a field is corrected with a reason, seen in the history, and undone', async () => {
  await office.getByLabel('Shipment, BOL or PRO number').fill(bol)
  await office.getByRole('button', { name: 'Find', exact: true }).click()
  const record = office.getByRole('region', { name: /^Shipment/ })
  const customer = record.getByLabel('Customer', { exact: true })
  const was = await customer.inputValue()
  await customer.fill('Corrected Stores')
  await expect(record.getByRole('button', { name: 'Save corrections' })).toBeDisabled()
  await record.getByLabel('Reason').fill('The order system sent the wrong name')

  // Meanwhile somebody else corrects another field.
  const s = (await found()).Shipment
  const other = {
    Kind: 'shipment',
    Id: s.Id,
    Seen: s.Seen,
    Reason: 'Moved',
    Fields: [{ Field: 'Destination.street', Value: '77 New Street' }],
  }
  await asAdmin('DataAdmin/SaveAllDataFields', other)
  await record.getByRole('button', { name: 'Save corrections' }).click()
  await expect(record.getByText('This record was changed meanwhile. Both versions:')).toBeVisible()
  await expect(record.getByText(/yours “Corrected Stores”/)).toBeVisible()
  await examiner.examine(office, 'both versions')
  await record.getByRole('button', { name: 'Continue from the current version' }).click()
  await record.getByRole('button', { name: 'Save corrections' }).click()
  await expect(record.getByRole('button', { name: 'Save corrections' })).toBeDisabled()
  const value = async (field: string) => (await found()).Shipment.Fields.find((f) => f.Field === field)?.Value
  await expect.poll(() => value('Customer')).toBe('Corrected Stores')
  expect(await value('Destination.street')).toBe('77 New Street')

  await record.getByRole('button', { name: 'History' }).click()
  const history = office.getByRole('dialog')
  await expect(history.getByText('The order system sent the wrong name')).toBeVisible()
  await examiner.examine(office, 'history')
  await history
    .getByRole('row', { name: /wrong name/ })
    .getByRole('button', { name: 'Undo' })
    .click()
  await history.getByLabel('Reason for undoing').fill('It was right')
  await history.getByRole('button', { name: 'Undo the correction' }).click()
  await expect.poll(() => value('Customer')).toBe(was)
  expect(await value('Destination.street')).toBe('77 New Street')
  await expect(history.getByText('Undone')).toBeVisible()
  await history.getByRole('button', { name: 'Close' }).click()
})

test('what breaks a rule is told beside its field, and documents are regenerated', async () => {
  await office.goto(`${server.url}/DataAdmin?shipment=${bol}`)
  const record = office.getByRole('region', { name: /^Shipment/ })
  const to = record.getByRole('group', { name: 'Destination' })
  await to.getByLabel('ZIP').fill('ABC')
  await record.getByLabel('Reason').fill('Trial')
  await record.getByRole('button', { name: 'Save corrections' }).click()
  await expect(to.getByLabel('ZIP')).toHaveAttribute('aria-invalid', 'true')
  await record.getByRole('button', { name: 'Discard', exact: true }).click()
  await record.getByRole('button', { name: 'Regenerate documents' }).click()
  const dialog = office.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Consignee moved')
  await dialog.getByRole('button', { name: 'Regenerate documents' }).click()
  await expect(dialog.getByText(/^PackingList-/)).toBeVisible()
})
