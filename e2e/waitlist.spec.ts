import { expect, type Page, test } from '@playwright/test'
import { Examiner } from './kit/axe'
import { officePage, visit } from './kit/office'
import { picture } from './kit/picture'
import { Server } from './kit/server'
import { giveOut, openDaily } from './kit/slots'

// Who finds no time waits for one: what is cancelled is held for the first on the list, and booked by a button.

const server = new Server()
const axe = new Examiner()
let page: Page
test.beforeAll(async ({ browser }) => {
  await server.start()
  page = await officePage(browser, `${server.url}/Slots?view=terms`, 'office@demo.test')
})
test.afterAll(async () => {
  await page?.context().close()
  await server.remove()
  expect(axe.faults).toEqual([])
})

const office = <T>(call: string, args: object) => server.call('office@demo.test', call, args) as Promise<T> // by its declaration

test('a time that is cancelled is held for the first on the waiting list', async () => {
  await openDaily(server, 'ATL', '08:00', '09:00')
  await giveOut(server, 'ATL', 'inbound')
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  const { Doors } = await office<{ Doors: string[] }>('WarehousesSlots/getConsolidatedSlot', { WarehouseId: 'ATL', SlotDate: day })
  const booked: string[] = []
  for (const door of Doors) {
    const { AppointmentId } = await office<{ AppointmentId: string }>('WarehousesSlots/SaveAppointment', {
      WarehouseId: 'ATL',
      Direction: 'inbound',
      SlotDate: day,
      StartTime: '08:00',
      Reference: `Full ${door}`,
    })
    booked.push(AppointmentId)
  }
  await visit(page, `/DockScheduler?warehouse=ATL&day=${day}`)
  const list = page.getByRole('region', { name: 'Waiting list' })
  await expect(list).toContainText('Nobody waits for a time.')
  for (const reference of ['PO 1', 'PO 2']) {
    await list.getByRole('button', { name: 'Add to the waiting list' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Direction').click()
    await page.getByRole('option', { name: 'Inbound' }).click()
    await form.getByLabel('Reference').fill(reference)
    if (reference === 'PO 1') await picture(page, 'wait-form')
    await form.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(list.getByRole('listitem').filter({ hasText: reference })).toBeVisible()
  }
  await list.getByRole('button', { name: 'Move up PO 2' }).click()
  await expect(list.getByRole('listitem').first()).toContainText('PO 2')
  await office('WarehousesSlots/MoveAppointment', { AppointmentId: booked[0], State: 'cancelled' })
  await page.reload()
  await expect(list.getByRole('listitem').first()).toContainText(/Offered: .*held until/)
  await axe.examine(page, 'the waiting list')
  await picture(page, 'waiting', { fullPage: true, widths: [390, 820, 1440] })
  await list.getByRole('button', { name: /^Decline .* for PO 2/ }).click()
  await list.getByRole('button', { name: /^Book .* for PO 1/ }).click()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(page.getByRole('button', { name: /08:00 PO 1/ })).toBeVisible()
  await list.getByRole('button', { name: 'Remove PO 2 from the waiting list' }).click()
  await expect(list).toContainText('Nobody waits for a time.')
})

test('booking terms and calendar links are set up', async () => {
  await visit(page, '/Slots?view=terms')
  await page
    .getByRole('button', { name: /^(Add|New)/ })
    .first()
    .click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Warehouse').click()
  await page.getByRole('option', { name: /Dallas|DAL/ }).click()
  await expect(form.getByLabel('Days ahead')).toHaveValue('60')
  await form.getByLabel('Days ahead').fill('30')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: /DAL/ })).toContainText('30')
  await axe.examine(page, 'booking terms')
  await picture(page, 'terms')
  await page.getByRole('tab', { name: 'Calendar' }).click()
  await page.getByRole('button', { name: 'Make an address for ATL' }).click()
  const address = await page.getByRole('textbox', { name: 'Address of ATL' }).inputValue()
  expect(address).toMatch(/\/api\/Warehouse\/Calendar\?Token=1\.[\w-]{43}$/)
  await axe.examine(page, 'calendar links')
  await picture(page, 'calendar', { widths: [390, 820, 1440] })
  const read = await page.request.get(`${server.url}${new URL(address).pathname}${new URL(address).search}`)
  expect(await read.text()).toContain('BEGIN:VCALENDAR')
  await page.getByRole('button', { name: 'End the address of ATL' }).click()
  await expect(page.getByRole('button', { name: 'Make an address for ATL' })).toBeVisible()
  expect((await page.request.get(`${server.url}${new URL(address).pathname}${new URL(address).search}`)).status()).toBe(404)
})
