import { type Browser, expect, type Page, test } from '@playwright/test'
import { Examiner, quiet } from './kit/axe'
import { officePage, visit } from './kit/office'
import { Server } from './kit/server'
import { loaded, rowsBy, rowsOf } from './kit/store'

const server = new Server()
let page: Page
const examiner = new Examiner()

interface Order {
  id: string
  number: string
  carrier: string
  instruction: string
  terms: string
  billTo: { name: string; zip: string } | null
  items: { description: string; pieces: number; weight: { milli: number } }[]
}

const day = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10)
const places = [
  ['Nashville', 'TN', '37203'],
  ['Charlotte', 'NC', '28202'],
  ['Orlando', 'FL', '32801'],
  ['Memphis', 'TN', '38103'],
]
/** A hundred orders as a customer's system writes them. */
const file = [
  'Order No,Warehouse,Ship Date,Ship To Name,Ship To Address,Ship To City,Ship To State,Ship To Zip,Freight Terms,Item,Description,Qty,Package Type,Pallets,Weight (lb),Class',
  ...Array.from({ length: 100 }, (_, n) => {
    const [city, state, zip] = places[n % 4] ?? []
    return `GRID-${String(n).padStart(3, '0')},ATL,${day(3)},Store ${n},${n + 1} Main Street,${city},${state},${zip},Prepaid,TIL-1212,Ceramic floor tile,20,CTN,1,${500 + n},50`
  }),
].join('\n')

/** An office with a clipboard, and all rows. */
async function open(browser: Browser, user: string, path: string) {
  const p = await officePage(browser, server.url + path, user, { permissions: ['clipboard-read', 'clipboard-write'] })
  await loaded(p)
  return p
}

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser }) => {
  test.setTimeout(120_000)
  await server.start()
  page = await open(browser, 'admin@demo.test', '/OpenOrders')
})
test.afterAll(async () => {
  await page?.context().close()
  await server.remove()
  expect(examiner.faults).toEqual([])
})

const look = async (name: string) => {
  await quiet(page)
  await examiner.examine(page, name)
}
const grid = (name: string) => page.getByRole('grid', { name })
const line = (p = page) => p.getByRole('status', { name: 'Cell' })
const paste = async (text: string) => {
  await page.evaluate((t) => navigator.clipboard.writeText(t), text)
  await page.keyboard.press('Control+v')
}
/** Goes from the row's first cell to a column by its name. */
async function toColumn(name: string, p = page) {
  await p.keyboard.press('Control+Home')
  // In the page itself: thirty questions from outside take seconds.
  await p.evaluate(async (name) => {
    const at = () => document.querySelector('[role=status][aria-label=Cell]')?.textContent ?? ''
    for (let n = 0; n < 40; n++) {
      const before = at()
      if (before.startsWith(`${name} ·`)) return
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true }))
      for (let tries = 0; tries < 500 && at() === before; tries++) await new Promise((r) => setTimeout(r, 2))
    }
    throw new Error(`no column ${name}`)
  }, name)
}
const ours = () => rowsBy<Order>(page, 'order_open', 'number', { from: 'GRID-' })
/** Shipments of orders whose numbers begin so. One of several such orders comes up for each of them. */
const shipmentsOf = async <T extends { id: string }>(from: string) => [
  ...new Map((await rowsBy<T>(page, 'shipment', 'orders', { from })).map((s) => [s.id, s])).values(),
]
const shipments = () => shipmentsOf<{ id: string; orders: string[]; status: string; bol: string; carrier: string }>('GRID-')

test('a file of a hundred orders, put right in the grid', async () => {
  test.setTimeout(240_000)
  await page.getByRole('button', { name: 'Upload order file' }).click()
  await page.setInputFiles('input[type=file]', { name: 'grid.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Customer').fill('NGHS')
  await dialog.getByRole('button', { name: 'Read the file' }).press('Enter')
  await page.getByRole('button', { name: 'Save 100 orders' }).click()
  await expect.poll(async () => (await ours()).length, { timeout: 60_000 }).toBe(100)

  await visit(page, '/MultipleOrders')
  await page.getByRole('searchbox', { name: 'Show only' }).fill('GRID-')
  await expect(grid('Orders')).toHaveAttribute('aria-rowcount', '101')
  await quiet(page)

  // ten rows out of a spreadsheet, one of them with a word for a number
  await grid('Orders').focus()
  await toColumn('Pieces')
  await paste(Array.from({ length: 10 }, (_, n) => `${n === 4 ? 'many' : 30 + n}\tBAG`).join('\n'))
  await expect(page.getByRole('button', { name: '1 mistake' })).toBeVisible()
  await look('a mistake')
  await page.getByRole('button', { name: 'Save 9 orders' }).click()
  await expect.poll(async () => (await ours()).filter((o) => o.items[0]?.pieces !== 20).length).toBe(9)
  // the tenth is a draft, through a reload too
  await page.reload()
  await page.getByRole('searchbox', { name: 'Show only' }).fill('GRID-')
  await page.getByRole('button', { name: '1 mistake' }).click()
  await expect(line()).toContainText('many is not a number.')
  await page.keyboard.type('34')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: '1 mistake' })).toBeHidden()

  // fill down all hundred, take it back, find and replace
  await toColumn('Instructions')
  // only what is in sight is drawn, and the cell that is pointed at is where the page says that it is
  expect(await grid('Orders').getByRole('columnheader').count()).toBeLessThan(Number(await grid('Orders').getAttribute('aria-colcount')))
  const pointed = page.locator(`[id="${await grid('Orders').getAttribute('aria-activedescendant')}"]`)
  await expect(pointed).toBeInViewport()
  await expect(pointed).toHaveAttribute('aria-colindex', '29') // the ticks' column, and the twenty-eighth
  await page.keyboard.type('Ring the bell')
  await page.keyboard.press('Enter')
  await toColumn('Instructions')
  await page.keyboard.press('Control+Shift+ArrowDown')
  await page.keyboard.press('Control+d')
  await expect(page.getByRole('button', { name: 'Save 100 orders' })).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(page.getByRole('button', { name: 'Save 2 orders' })).toBeVisible()
  await page.keyboard.press('Control+y')
  await expect(page.getByRole('button', { name: 'Save 100 orders' })).toBeVisible()
  await page.keyboard.press('Control+f')
  await page.getByLabel('Find', { exact: true }).fill('bell')
  await page.getByLabel('Replace with').fill('horn')
  await page.getByRole('button', { name: 'Replace all' }).click()
  await page.getByRole('search').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Save 100 orders' }).click()
  await expect.poll(async () => (await ours()).filter((o) => o.instruction === 'Ring the horn').length, { timeout: 90_000 }).toBe(100)
  await expect(page.getByRole('button', { name: 'All saved' })).toBeVisible({ timeout: 60_000 })
})

test('a third party that pays is asked for by its address, and what is saved before the last answer is no other person’s', async () => {
  const first = async () => (await ours()).find((o) => o.number === 'GRID-000')
  // The rows of one's own work come with the live connection; the answer to it comes late.
  await page.route('**/api/sync/push', async (route) => {
    const answer = await route.fetch()
    await new Promise((r) => setTimeout(r, 1_500))
    await route.fulfill({ response: answer })
  })
  await grid('Orders').focus()
  await toColumn('Terms')
  await page.keyboard.type('Third party')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '4 mistakes' }).click()
  await expect(line()).toContainText('A third party pays: say who is billed.')
  await quiet(page)
  await toColumn('Bill to')
  await paste('Umbrella\t1 Ledger Way\tBoise\tID\t83702')
  await expect(page.getByRole('button', { name: '4 mistakes' })).toBeHidden()
  await page.getByRole('button', { name: 'Save 1 order' }).click()
  await expect.poll(async () => (await first())?.billTo?.zip).toBe('83702')
  await grid('Orders').focus()
  await toColumn('Terms')
  await page.keyboard.type('Prepaid')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Save 1 order' }).click()
  await expect.poll(async () => (await first())?.terms).toBe('P')
  await expect(page.getByRole('button', { name: 'All saved' })).toBeVisible({ timeout: 60_000 })
  await page.unrouteAll({ behavior: 'wait' }) // an answer may still be on its way: the rows alone say that all is saved
})

test('two people in one order: both versions stand until one decides', async ({ browser }) => {
  test.setTimeout(120_000)
  const theirs = await open(browser, 'office@demo.test', '/MultipleOrders')
  await grid('Orders').focus()
  await toColumn('Weight')
  await page.keyboard.type('777')
  await page.keyboard.press('Enter')

  await theirs.getByRole('searchbox', { name: 'Show only' }).fill('GRID-000')
  await expect(theirs.getByRole('grid', { name: 'Orders' })).toHaveAttribute('aria-rowcount', '2')
  await theirs.getByRole('grid', { name: 'Orders' }).focus()
  await toColumn('Weight', theirs) // what is out of sight is not drawn
  const cell = theirs.getByRole('gridcell', { name: '500', exact: true })
  await cell.dblclick()
  await theirs
    .getByRole('textbox', { name: /^Weight/ })
    .or(theirs.getByRole('combobox', { name: /^Weight/ }))
    .fill('888')
  await theirs.keyboard.press('Enter')
  await theirs.getByRole('button', { name: 'Save 1 order' }).click()

  await page.getByRole('button', { name: '1 cell changed by somebody else' }).click()
  await expect(line()).toContainText('Someone else entered “888” here.')
  await expect(page.getByRole('button', { name: 'Save 0 orders' })).toBeDisabled()
  await look('two versions')
  await page.getByRole('button', { name: 'Keep “777”' }).click()
  await page.getByRole('button', { name: 'Save 1 order' }).click()
  await expect.poll(async () => (await ours()).find((o) => o.number === 'GRID-000')?.items[0]?.weight.milli).toBe(777_000)
  await theirs.context().close()
})

test('a hundred orders are built, rated and scheduled, confirmed, sent and delivered', async () => {
  test.setTimeout(240_000)
  const all = async (name: string) => {
    await page.getByRole('searchbox', { name: 'Show only' }).fill('GRID-')
    await expect(grid(name)).toHaveAttribute('aria-rowcount', '101', { timeout: 30_000 })
    await page.getByRole('checkbox', { name: 'Select all rows' }).check()
  }
  await all('Orders')
  await page.getByRole('button', { name: 'Build and rate' }).click()
  await expect(page).toHaveURL(/RateRoute/, { timeout: 60_000 })
  await expect(page.getByText('100 shipments selected')).toBeVisible({ timeout: 60_000 })
  await all('Shipments to rate and schedule')
  await expect(page.getByRole('gridcell', { name: /^\$\s[\d,.]+$/ }).nth(5)).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Fill selected' }).click()
  await quiet(page)
  // The page is reloaded in the middle: the first part is booked, the second never leaves it. What is left says so, and nothing is booked twice.
  let parts = 0
  const bulk = '**/api/Shipment/BulkSchedule'
  await page.route(bulk, (route) => (++parts === 1 ? route.continue() : undefined))
  await page.getByRole('button', { name: 'Schedule', exact: true }).click()
  const booked = async () => (await shipments()).filter((s) => s.status === 'T' && s.bol && s.carrier)
  await expect.poll(() => parts, { timeout: 60_000 }).toBe(2)
  await expect.poll(async () => (await booked()).length, { timeout: 60_000 }).toBe(20)
  const first = await booked()
  await page.reload()
  await page.unroute(bulk)
  await expect(page.getByText('80 shipments selected')).toBeVisible({ timeout: 60_000 })
  await page.getByRole('searchbox', { name: 'Show only' }).fill('GRID-')
  await expect(page.getByText('The run stopped before this shipment. Schedule it again.')).not.toHaveCount(0)
  await quiet(page)
  await page.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect.poll(async () => (await booked()).length, { timeout: 60_000 }).toBe(100)
  const bills = new Map((await booked()).map((s) => [s.id, s.bol]))
  expect(first.map((s) => bills.get(s.id))).toEqual(first.map((s) => s.bol))

  const move = async (stage: string, name: string, button: string, to: string) => {
    await page
      .getByRole('navigation', { name: 'Stages' })
      .getByRole('link', { name: new RegExp(`^${stage}`) })
      .click()
    await all(name)
    const chosen = page.getByRole('region', { name: 'Selected shipments' })
    await chosen.getByRole('button', { name: button, exact: true }).click()
    const sure = page.getByRole('dialog').getByRole('button', { name: button, exact: true })
    // what nothing takes back is asked first
    if (to !== 'M') await sure.click()
    await expect.poll(async () => (await shipments()).filter((s) => s.status === to).length, { timeout: 60_000 }).toBe(100)
    await expect(chosen).toBeHidden() // the run is over, and what was chosen for it is not chosen any more
  }
  await move('Schedule', 'Scheduled shipments', 'Confirm', 'M')
  await quiet(page)
  await move('Schedule', 'Scheduled shipments', 'Mark in transit', 'A')
  await move('En route', 'Shipments on the road', 'Mark delivered', 'D')
  await expect(page.getByRole('button', { name: 'All saved' })).toBeVisible({ timeout: 60_000 })
})

test('a template chooses the columns, and the item master fills a line', async () => {
  await visit(page, '/ManageItems')
  await page.getByRole('button', { name: 'Add an item' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Item code').fill('GRID-ITEM')
  await form.getByLabel('Description').fill('Garden gnome, boxed')
  await form.getByLabel('Weight', { exact: true }).fill('4')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(async () => (await rowsBy<{ code: string }>(page, 'order_item', 'code', { is: 'GRID-ITEM' })).length > 0).toBe(true)

  await visit(page, '/MultipleOrdersDynamicComponent')
  await page.getByRole('button', { name: 'New template' }).click()
  const editor = page.getByRole('region', { name: 'Template' })
  await editor.getByLabel('Name of the template').fill('Gnomes')
  for (const column of ['Item', 'Goods', 'Pieces', 'Weight']) await editor.getByRole('checkbox', { name: column, exact: true }).check()
  await quiet(page)
  await editor.getByRole('button', { name: 'Save the template' }).click()
  await expect(editor).toBeHidden()
  await expect(grid('Orders').getByRole('columnheader')).toHaveText(['', /^Order/, /^Item/, /^Goods/, /^Pieces/, /^Weight/])
  await grid('Orders').focus()
  await toColumn('Pieces')
  await page.keyboard.type('10')
  await page.keyboard.press('Enter')
  await toColumn('Item')
  await page.keyboard.type('grid-item')
  await page.keyboard.press('Tab')
  await expect(line()).toContainText('Garden gnome, boxed')
  await toColumn('Weight')
  await expect(line()).toContainText('40')
  await quiet(page)
  await page.getByRole('button', { name: 'Save 1 order' }).click()
  await expect
    .poll(async () =>
      (await rowsOf<Order>(page, 'order_open')).some((o) =>
        o.items.some((i) => i.description === 'Garden gnome, boxed' && i.weight.milli === 40_000),
      ),
    )
    .toBe(true)
})

test('orders go together, apart and aside, each step back again, and nothing of them is lost', async () => {
  interface Grouped {
    number: string
    together: string
    pieces: number
    weight: { milli: number }
  }
  interface Moved extends Grouped {
    id: string
    orders: string[]
    status: string
  }
  for (const [n, pounds] of [400, 500, 600].entries())
    await server.call('admin@demo.test', 'Shipment/AddNewOrder', {
      OrderNumber: `JOIN-${n + 1}`,
      WHSE: 'ATL',
      ShipOn: day(3),
      Consignee: { name: 'Cumberland Home Center', street: '9 Dock Rd', city: 'Nashville', state: 'TN', zip: '37203', country: 'US' },
      Items: [
        {
          description: 'Ceramic tile',
          pieces: 10 + n,
          packageType: 'CTN',
          pallets: 1,
          weight: { milli: pounds * 1000, unit: 'lb' },
          class: '70',
        },
      ],
    })
  const orders = () => rowsBy<Grouped>(page, 'order_open', 'number', { from: 'JOIN-' })
  const shipments = () => shipmentsOf<Moved>('JOIN-')
  const sums = (list: Grouped[]) => [list.reduce((n, o) => n + o.pieces, 0), list.reduce((n, o) => n + o.weight.milli, 0)]
  const all = [33, 1_500_000]
  /** Which orders go together, as the server has them: "1 2, 3". */
  const groups = (is: string) =>
    expect
      .poll(async () => {
        const list = (await orders()).sort((a, b) => a.number.localeCompare(b.number))
        expect(sums(list)).toEqual(all)
        const of = new Map<string, string[]>()
        for (const o of list) of.set(o.together || o.number, [...(of.get(o.together || o.number) ?? []), o.number.slice(5)])
        return [...of.values()].map((g) => g.join(' ')).join(', ')
      })
      .toBe(is)
  const row = (n: number) =>
    grid('Orders')
      .getByRole('row')
      .filter({ hasText: `JOIN-${n}` })
  const choose = (n: number, on = true) => row(n).getByRole('checkbox').setChecked(on)
  const does = (name: string) => page.getByRole('region', { name: 'Selected orders' }).getByRole('button', { name, exact: true }).click()
  const messages = page.getByRole('region', { name: 'Messages' })
  const undo = () => messages.getByRole('button', { name: 'Undo' }).click()

  await page.goto(`${server.url}/MultipleOrders`)
  await page.getByRole('searchbox', { name: 'Show only' }).fill('JOIN-')
  await expect(grid('Orders')).toHaveAttribute('aria-rowcount', '4')
  await choose(1)
  await choose(2)
  await does('Consolidate')
  await expect(messages).toContainText('2 orders go together and are built as one shipment.')
  await groups('1 2, 3')
  await expect(row(1)).toContainText('2 together')
  await undo()
  await groups('1, 2, 3')
  await expect(row(1)).not.toContainText('together')
  await does('Consolidate')
  await groups('1 2, 3')
  // The third joins by one of the two: the other comes along, and one step back leaves the two together.
  await choose(2, false)
  await choose(3)
  await does('Consolidate')
  await expect(messages).toContainText('3 orders go together')
  await groups('1 2 3')
  await undo()
  await groups('1 2, 3')
  await does('Consolidate')
  await groups('1 2 3')
  await choose(1, false)
  await does('Split')
  await groups('1 2, 3')
  await undo()
  await groups('1 2 3')
  await does('Split')
  await groups('1 2, 3')
  await quiet(page)

  await choose(1)
  await choose(2)
  await does('Build and rate')
  await expect(page).toHaveURL(/RateRoute/)
  await expect(page.getByText('2 shipments selected')).toBeVisible()
  const stands = (status: string) =>
    expect
      .poll(async () => {
        const list = await shipments()
        return [list.map((s) => `${s.status} ${[...s.orders].sort().join(' ')}`).sort(), sums(list)]
      })
      .toEqual([[`${status} JOIN-1 JOIN-2`, `${status} JOIN-3`], all])
  await stands('Q')
  await page.getByRole('region', { name: 'Selected shipments' }).getByRole('button', { name: 'Defer' }).click()
  await stands('H')
  await undo()
  await stands('Q')
  await expect(grid('Shipments to rate and schedule').getByRole('row').filter({ hasText: 'JOIN-1 JOIN-2' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'All saved' })).toBeVisible()
})
