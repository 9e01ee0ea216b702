import { expect, type Page, test } from '@playwright/test'
import { officePage, visit } from './kit/office'
import { picture } from './kit/picture'
import { Server } from './kit/server'
import { giveOut, openDaily } from './kit/slots'

// A warehouse's time: its slots are set up, a truck is booked, dragged to a door, and its place is gone for others.

const server = new Server()
let page: Page
test.beforeAll(async ({ browser }) => {
  await server.start()
  page = await officePage(browser, `${server.url}/Slots?warehouse=ATL`, 'office@demo.test')
})
test.afterAll(async () => {
  await page?.context().close()
  await server.remove()
})

/** Opens the form of a new row for what leaves Dallas. */
async function addOutbound(page: Page) {
  await page
    .getByRole('button', { name: /^(Add|New)/ })
    .first()
    .click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Warehouse').click()
  await page.getByRole('option', { name: /Dallas|DAL/ }).click()
  await form.getByLabel('Direction').click()
  await page.getByRole('option', { name: 'Outbound' }).click()
  return form
}

test('slots are made of the hours, one is turned off, and a truck is booked and dragged to another time and door', async () => {
  await openDaily(server, 'ATL', '07:00', '17:00')
  await page.getByRole('button', { name: 'Set up slots' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Generate slots' }).click()
  await expect(page.getByRole('table', { name: 'Slots of a week' }).getByRole('checkbox')).toHaveCount(70)
  const day = new Date(Date.now() + 2 * 86_400_000)
  const weekday = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][day.getUTCDay()]
  await page.getByRole('checkbox', { name: `${weekday} 08:00` }).uncheck()
  await expect(page.getByRole('checkbox', { name: `${weekday} 08:00` })).not.toBeChecked()

  await visit(page, `/DockScheduler?warehouse=ATL&day=${day.toISOString().slice(0, 10)}`)
  const free = page.getByRole('table', { name: 'Free' })
  await expect(free.getByRole('row', { name: /^08:00/ })).toContainText('off')
  await free.getByRole('button', { name: /^Book Outbound, 09:00/ }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Reference').fill('PO 4711')
  await form.getByRole('button', { name: 'Save' }).click()
  const truck = page.getByRole('button', { name: /PO 4711/ })
  await expect(page.getByRole('region', { name: 'No door yet' }).getByRole('button', { name: /09:00 PO 4711/ })).toBeVisible()

  const door = page.getByRole('region', { name: /^Door/ }).nth(1)
  const [from, to] = [await truck.boundingBox(), await door.boundingBox()]
  if (!from || !to) throw new Error('nothing to drag, or nowhere')
  const hour = from.height + 2
  await page.mouse.move(from.x + 20, from.y + 20)
  await page.mouse.down()
  await page.mouse.move(to.x + 40, from.y + 20 + 2 * hour, { steps: 8 })
  await page.mouse.up()
  await expect(door.getByRole('button', { name: /11:00 PO 4711/ })).toBeVisible()
  await expect(free.getByRole('button', { name: /^Book Outbound, 09:00: (\d+) of \1 free/ })).toBeVisible()

  // By keyboard: the same form as for whoever does not drag.
  await truck.press('Enter')
  await form.getByLabel('Time').fill('12:00')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(door.getByRole('button', { name: /12:00 PO 4711/ })).toBeVisible()

  // A time is blocked with its reason: the board says so, and nothing is free in it.
  const on = day.toISOString().slice(0, 10)
  await page.getByRole('button', { name: 'Block…' }).click()
  await form.getByLabel('Time').first().fill('14:00')
  await form.getByLabel('Time').nth(1).fill('16:00')
  await form.getByLabel('Reason').fill('Stock-taking')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(door.getByRole('button', { name: 'Blocked: Stock-taking' })).toBeVisible()
  await expect(free.getByRole('row', { name: /^15:00/ })).toContainText('Stock-taking')
  await picture(page, 'scheduler', { widths: [390, 820, 1440] })
  await visit(page, '/Slots')
  await page.getByRole('tab', { name: 'Blocks' }).click()
  await expect(page).toHaveURL(/view=blocks/)
  const row = page.getByRole('row', { name: /Stock-taking/ })
  await expect(row).toBeVisible()
  await picture(page, 'blocks', { widths: [390, 820, 1440] })
  await row.getByRole('button', { name: /^More/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(row).toBeHidden()
  await visit(page, `/DockScheduler?warehouse=ATL&day=${on}`)
  await expect(free.getByRole('button', { name: /^Book Outbound, 15:00/ })).toBeVisible()
})

// A load type has its own length and limits: the form takes its minutes, names what is missing, and who manages the warehouse books past a limit.
test('a load type is set up, and an appointment of it keeps to its terms', async () => {
  await openDaily(server, 'DAL', '08:00', '18:00')
  await giveOut(server, 'DAL', 'outbound')
  await visit(page, '/Slots?view=types')
  const form = await addOutbound(page)
  await form.getByLabel('Name').fill('Live load')
  await form.getByLabel('Minutes').fill('120')
  await form.getByLabel('Lead time (hours)').fill('700')
  await form.getByLabel('Required references').press('ArrowDown')
  await page.getByRole('option', { name: 'BOL' }).click()
  await page.keyboard.press('Escape')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: /Live load/ })).toContainText('120')
  await picture(page, 'types', { widths: [390, 820, 1440] })
  const on = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  await visit(page, `/DockScheduler?warehouse=DAL&day=${on}`)
  await page
    .getByRole('table', { name: 'Free' })
    .getByRole('button', { name: /^Book Outbound, 10:00/ })
    .click()
  await form.getByLabel('Load type').click()
  await page.getByRole('option', { name: 'Live load' }).click()
  await expect(form.getByLabel('Minutes')).toHaveValue('120')
  await form.getByRole('textbox', { name: 'PO', exact: true }).fill('4711')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toContainText('Live load is booked at least 700 hours ahead')
  await form.getByLabel("Book past the load type's limits").check()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByLabel('BOL')).toHaveAttribute('aria-invalid', 'true')
  await picture(page, 'type-form', { widths: [390, 1440] })
  await form.getByLabel('BOL').fill('B-77')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: /10:00 4711/ })).toBeVisible()
})

// A carrier's time every week: booked ahead, and shown with the days that it has.
test('a standing appointment is set up by weekdays, and its days are booked', async () => {
  await visit(page, '/Slots?view=standing')
  const form = await addOutbound(page)
  await form.getByLabel('Reference').fill('Milk run')
  await form.getByLabel('Carrier').fill('ODFL')
  await form.getByRole('combobox', { name: 'Weekdays' }).press('ArrowDown')
  await page.getByRole('option', { name: 'Mon' }).click()
  await page.getByRole('option', { name: 'Thu' }).click()
  await form.getByLabel('Time').fill('14:00')
  await form.getByLabel('From').fill(new Date().toISOString().slice(0, 10))
  await picture(page, 'standing-form', { widths: [390, 1440] })
  await form.getByRole('button', { name: 'Save' }).click()
  const row = page.getByRole('row', { name: /Milk run/ })
  await expect(row).toContainText(/Weekly: Mon, Thu8/) // two days in each of four weeks
  await picture(page, 'standing', { widths: [390, 820, 1440] })
})
