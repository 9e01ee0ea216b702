import { expect, type Page, test } from '@playwright/test'
import { Examiner } from './kit/axe'
import { backOnline, installed } from './kit/browser'
import { officePage, signIn, visit } from './kit/office'
import { picture } from './kit/picture'
import { Server } from './kit/server'

// A yard driver's tablet does what the office asks for, without a network too, and hears why not where somebody else was there first.

const server = new Server()
const axe = new Examiner()
let page: Page
test.beforeAll(async ({ browser }) => {
  await server.start()
  await park()
  page = await officePage(browser, `${server.url}/Yard?warehouse=ATL`, 'office@demo.test')
})
test.afterAll(async () => {
  await page?.context().close()
  await server.remove()
  expect(axe.faults).toEqual([])
})

const call = (user: string, path: string, args: object) => server.call(`${user}@demo.test`, path, args) as Promise<Record<string, unknown>>
let nth = 0
const id = () => `01KAYARD${String(++nth).padStart(18, '0')}`

/** A yard of two rows and a row with power, with six trailers and two moves. */
async function park() {
  const row = async (name: string, more: object) =>
    String(
      (await call('admin', 'Yard/SaveRow', { warehouse: 'ATL', name, kind: 'spots', first: 1, spots: 12, closed: [], doors: [], ...more }))
        .id,
    )
  const [a, b, r] = [
    await row('A', { x: 0, y: 0 }),
    await row('B', { x: 0, y: 3, closed: ['7'] }),
    await row('R', { kind: 'reefer', spots: 5, x: 14, y: 0, down: true }),
  ]
  await call('admin', 'Yard/SaveDropTerm', { WarehouseId: 'ATL', FreeDays: 0 })
  const trailer = async (number: string, rowId: string, spot: number, more: object = {}) => {
    const TrailerId = id()
    await call('dock', 'Yard/NoteTrailer', {
      TrailerId,
      WarehouseId: 'ATL',
      Number: number,
      Contents: 'empty',
      Dropped: true,
      rowId,
      spot,
      ...more,
    })
    return TrailerId
  }
  await trailer('533041', a, 1, { Carrier: 'ODFL', Contents: 'loaded', Seal: 'UL-70412' })
  await trailer('533087', a, 2, { Carrier: 'ODFL' })
  const goes = await trailer('281906', a, 4, { Carrier: 'EXLA', Contents: 'loaded' })
  await trailer('AVRT 7721', b, 1, { Carrier: 'AVRT', Contents: 'partial' })
  const cold = await trailer('RF-2210', r, 1, { Carrier: 'Blue Ridge Refrigerated', SetPoint: { milli: 36_000, unit: 'F' } })
  await call('dock', 'Yard/NoteReading', { TrailerId: cold, Reading: { milli: 44_000, unit: 'F' } })
  await trailer('530775', '', 0, { Dropped: false, Contents: 'unknown' })
  await call('office', 'Yard/AskMove', { MoveId: id(), TrailerId: goes, rowId: b, spot: 2, Priority: 'normal' })
  await call('office', 'Yard/AskMove', { MoveId: id(), TrailerId: cold, rowId: r, spot: 5, Priority: 'later', Note: 'Outlet trips' })
}

const place = (name: string | RegExp, on = page) => on.getByRole('group', { name: 'Spots and doors' }).getByRole('button', { name })

test('a move is asked on the map and done on a tablet without a network; of two on one spot the second is told', async ({ browser }) => {
  // By the keyboard: from the first door to a trailer, and what can be done with it.
  await place(/^A 2: trailer 533087/).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(place(/^A 1:/)).toBeFocused()
  await page.keyboard.press('Enter')
  const card = page.getByRole('region', { name: 'Trailer 533041' })
  await expect(card).toContainText('Seal UL-70412')
  await page.getByRole('searchbox', { name: 'Find' }).fill('avrt')
  await expect(page.getByRole('button', { name: 'Reefers 1' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Find' }).fill('')
  await card.getByRole('button', { name: 'Request a move…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Now').check()
  await dialog.getByLabel('Note for the yard driver').fill('Needed at once')
  await dialog.getByLabel('Spot or door').fill('a7')
  await axe.examine(page, 'a move', '[role=dialog]')
  await page.keyboard.press('Enter')
  await expect(place('A 7: free, trailer 533041 is requested here')).toBeVisible()
  await axe.examine(page, 'the yard')
  await picture(page, 'yard', { fullPage: true, widths: [390, 820, 1440] })

  const context = await browser.newContext({ viewport: { width: 1024, height: 768 }, serviceWorkers: 'allow' })
  const tablet = await context.newPage()
  await tablet.goto(`${server.url}/Yard?view=moves`)
  await signIn(tablet, 'dock@demo.test')
  const done = tablet.getByRole('button', { name: 'Done: 533041 is at A 7' })
  await expect(done).toBeVisible()
  await expect(tablet.getByRole('listitem').filter({ hasText: 'Needed at once' })).toContainText('Olive Harper')
  await axe.examine(tablet, 'the moves')
  await picture(tablet, 'yard-moves', { fullPage: true, widths: [390, 820, 1440] })
  await installed(tablet)
  await context.setOffline(true)
  await done.click()
  await expect(tablet.getByText('533041 is at A 7.')).toBeVisible()
  // Elsewhere than asked for, where meanwhile somebody else's stands: the office enters it while the tablet hears nothing.
  await tablet.getByRole('button', { name: '281906 is parked elsewhere' }).click()
  await tablet.getByRole('dialog').getByLabel('Spot or door').fill('b 9')
  await tablet.keyboard.press('Enter')
  await expect(tablet.getByRole('button', { name: 'Done: 281906 is at B 2' })).toBeHidden()
  await place('B 9: free').click()
  await page.getByRole('button', { name: 'Enter a trailer…' }).last().click()
  await page.getByRole('dialog').getByLabel('Trailer number').fill('77001')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(place(/^B 9: trailer 77001/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'All saved' })).toBeVisible()
  await context.setOffline(false)
  await backOnline(context)

  await expect(place(/^A 7: trailer 533041/)).toBeVisible({ timeout: 20_000 })
  await visit(tablet, '/NeedsAttention')
  await expect(tablet.getByText('Spot B 9 is taken: trailer 77001')).toBeVisible({ timeout: 20_000 })
  await visit(page, '/Yard?warehouse=ATL&view=history')
  await expect(page.getByRole('row').filter({ hasText: '533041' }).filter({ hasText: 'Moved' }).first()).toContainText('Dan Ruiz')
  await visit(page, '/Yard?warehouse=ATL&view=list')
  await expect(page.getByRole('row').filter({ hasText: '533087' })).toContainText('A 2')
  await picture(page, 'yard-list', { fullPage: true, widths: [390, 820, 1440] })
  await context.close()
})

test('a trailer is dragged to a free spot, and the map says which spots are not', async () => {
  await visit(page, '/Yard?warehouse=ATL')
  const drag = async (from: RegExp, to: RegExp | string) => {
    const [a, b] = [await place(from).boundingBox(), await place(to).boundingBox()]
    if (!a || !b) throw new Error('nothing to drag, or nowhere')
    await page.mouse.move(a.x + 20, a.y + 40)
    await page.mouse.down()
    await page.mouse.move(a.x + 40, a.y + 60, { steps: 3 })
    await page.mouse.move(b.x + 20, b.y + 40, { steps: 6 })
    await page.mouse.up()
  }
  await drag(/^A 2: trailer 533087/, /^A 1: trailer|^B 1: trailer AVRT/)
  await expect(page.getByRole('alert')).toContainText('is taken: trailer')
  await expect(page.getByRole('dialog')).toBeHidden()
  await drag(/^A 2: trailer 533087/, 'A 9: free')
  const dialog = page.getByRole('dialog', { name: 'Move 533087 to…' })
  await expect(dialog.getByLabel('Spot or door')).toHaveValue('A 9')
  await dialog.getByRole('button', { name: 'Request move' }).click()
  await expect(place('A 9: free, trailer 533087 is requested here')).toBeVisible()
  // One that is to be moved already stands where it was dragged.
  await drag(/^A 2: trailer 533087/, 'A 10: free')
  await page.getByRole('dialog').getByRole('button', { name: 'Save place' }).click()
  await expect(place(/^A 10: trailer 533087/)).toBeVisible()
  // And one that has no place is brought onto the map.
  const [a, b] = [await page.getByRole('button', { name: /^530775/ }).boundingBox(), await place('A 11: free').boundingBox()]
  if (!a || !b) throw new Error('nothing to drag, or nowhere')
  await page.mouse.move(a.x + 20, a.y + 10)
  await page.mouse.down()
  await page.mouse.move(b.x + 20, b.y + 40, { steps: 8 })
  await page.mouse.up()
  await page.getByRole('dialog').getByRole('button', { name: 'It stands there now' }).click()
  await expect(place(/^A 11: trailer 530775/)).toBeVisible()
})

test('a trailer is asked for from the dispatch page, and its load says where it stands', async () => {
  interface Load {
    id: string
    bol: string
    warehouse: string
    driverName: string
    door: string
    carrierName: string
  }
  const loads = (await server.call('dock@demo.test', 'DockView/GetShipmentList', { States: ['waiting'] })) as Load[]
  const load = loads.find((l) => l.warehouse === 'ATL' && l.bol && !l.driverName)
  if (!load) throw new Error('no load waits')
  const { token } = await call('dock', 'DockView/GateLink', { Warehouse: 'ATL' })
  await call('dock', 'Gate/CheckIn', {
    Token: token,
    CheckInId: id(),
    Number: load.bol,
    DriverName: 'Luis Vega',
    Carrier: load.carrierName,
    LicensePlate: 'GA 4471',
    TrailerNumber: '533055',
    Language: 'en',
    Agrees: true,
  })
  await call('dock', 'DockView/AssignDoor', { ShipmentId: load.id, Door: '' })
  await visit(page, '/DispatchConsole?warehouse=ATL')
  const free = page.getByRole('button', { name: /is free: choose a truck$/ })
  const door = /^Door (\S+)/.exec((await free.last().getAttribute('aria-label')) ?? '')?.[1] ?? ''
  await page.getByRole('button', { name: new RegExp(`bill ${load.bol}: choose a door`) }).click()
  await page.getByRole('dialog').getByLabel('Door').fill(door)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: `Move trailer 533055 to door ${door}…` }).click()
  await picture(page, 'dispatch-move', { widths: [390, 1440] })
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Spot or door')).toHaveValue(door)
  await dialog.getByRole('button', { name: 'Request move' }).click()
  await expect(page.getByRole('button', { name: /^Move trailer 533055/ })).toBeHidden()
  // A free door is filled with a trailer as with a truck.
  const other = /^Door (\S+)/.exec((await free.last().getAttribute('aria-label')) ?? '')?.[1] ?? ''
  await free.last().click()
  await page.getByRole('button', { name: `Bring a trailer to door ${other}…` }).click()
  const which = page.getByRole('combobox', { name: 'Trailer' })
  await which.selectOption({ label: (await which.getByRole('option', { name: /^AVRT 7721/ }).textContent()) ?? '' })
  await page.getByRole('button', { name: 'Request move' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await visit(page, `/ShipmentDetails/${load.id}`)
  const part = page.getByRole('main')
  await expect(part.getByRole('heading', { name: 'Trailer in the yard' })).toBeVisible()
  await expect(part.getByText(`Door ${door}`, { exact: true })).toBeVisible()
  await part.getByRole('link', { name: '533055' }).click()
  await expect(page.getByRole('region', { name: 'Trailer 533055' })).toContainText(`Door ${door}`)
  await visit(page, '/Yard?warehouse=ATL&view=moves')
  await expect(page.getByRole('listitem').filter({ hasText: 'AVRT 7721' })).toContainText(`Door ${other}`)
})
