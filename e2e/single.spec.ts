import { expect, type Locator, type Page, test } from '@playwright/test'
import { Examiner, quiet } from './kit/axe'
import { officePage, visit } from './kit/office'
import { Server } from './kit/server'
import { rowsOf } from './kit/store'

// Single orders, as a clerk enters them: prepaid by contract rate, collect to the customer's carrier, a parcel with its label; and what is typed survives.

const server = new Server()
let page: Page
const examiner = new Examiner()

test.beforeAll(async ({ browser }) => {
  await server.start()
  page = await officePage(browser, `${server.url}/SingleOrder`, 'office@demo.test', {
    viewport: { width: 1280, height: 1000 },
    serviceWorkers: 'allow',
  })
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

const field = (label: string) => page.getByLabel(label, { exact: true })
const to = () => page.getByRole('group', { name: 'To', exact: true })
async function address(zip = '37203', state = 'TN') {
  await to().getByLabel('Company').fill('Music City Supply')
  await page.keyboard.press('Escape')
  await to().getByLabel('Street *').fill('12 Broadway')
  await to().getByLabel('ZIP').fill(zip)
  await to().getByLabel('City').fill('Nashville')
  await expect(to().getByLabel('State')).toHaveValue(state) // the ZIP code says it
}

/** A prepaid shipment of two lines, as another clerk entered it. */
const prepaid = (OrderNumber: string) => ({
  Kind: 'prepaid',
  OrderNumber,
  WHSE: 'ATL',
  PaymentType: 'P',
  ShipOn: new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10),
  Destination: { name: 'Music City Supply', street: '12 Broadway', city: 'Nashville', state: 'TN', zip: '37203', country: 'US' },
  Items: ['Steel shelving', 'Brackets'].map((Description) => ({
    Description,
    Qty: 40,
    packageType: 'CTN',
    itemClass: '70',
    Weight: { milli: 1_250_000, unit: 'lb' },
  })),
})

test('prepaid: what is wrong is named where it is, and a contract rate ships it', async () => {
  await page.getByRole('main').getByRole('link', { name: 'Prepaid' }).click()
  const form = page.getByRole('form', { name: 'Prepaid shipment' })
  await form.getByLabel('Order number').fill('WEB-1001')
  await page.keyboard.press('Control+Enter')
  await expect(form.getByRole('alert')).toContainText('Check 8 fields')
  await expect(to().getByLabel('ZIP')).toHaveAttribute('aria-invalid', 'true')
  await address()
  await to().getByLabel('Phone').fill('12345')
  const line = form.getByRole('group', { name: 'Line 1' })
  await line.getByLabel('Description').fill('Steel shelving')
  await line.getByLabel('Pieces').fill('40')
  await line.getByLabel('Pallets').fill('2')
  await line.getByRole('textbox', { name: 'Weight', exact: true }).fill('1250')
  await page.keyboard.press('Control+Enter')
  await expect(to().getByLabel('Phone')).toHaveAttribute('aria-invalid', 'true')
  await look('prepaid with a mistake')
  await to().getByLabel('Phone').fill('615-555-0100')
  await line.getByLabel('Length', { exact: true }).fill('48')
  await line.getByLabel('Width', { exact: true }).fill('40')
  await line.getByLabel('Height', { exact: true }).fill('50')
  await expect(line.getByText('class 92.5 by density')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('cell', { name: 'chosen Lowest total.' })).toBeVisible()
  await quiet(page)
  const chosen = page.getByRole('row', { name: /chosen/ })
  await chosen.getByRole('button', { name: /^Ship with/ }).click()
  await expect(page.getByText('Scheduled', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Cost' })).toBeVisible()
})

test('collect: the carrier is the customer’s, or a new one, and the window is the product’s', async () => {
  await visit(page, '/Collect')
  const form = page.getByRole('form', { name: 'Collect shipment' })
  await expect(form.getByLabel('Pickup from')).toHaveValue('11:00')
  await expect(form.getByLabel('Pickup until')).toHaveValue('15:30')
  await form.getByLabel('Order number').fill('WEB-1002')
  await address()
  const line = form.getByRole('group', { name: 'Line 1' })
  await line.getByLabel('Description').fill('Steel shelving')
  await line.getByLabel('Pallets').fill('1')
  await line.getByRole('textbox', { name: 'Weight', exact: true }).fill('600')
  await form.getByLabel("The customer's carrier").click()
  await page.getByRole('option', { name: 'Add a New Carrier' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a new carrier' })
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('Check 3 fields')
  await dialog.getByLabel('Name').fill('Tennessee Valley Hauling')
  await dialog.getByLabel('SCAC').fill('TVHX')
  await dialog.getByLabel('E-mail').fill('ops@tvh.test')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(form.getByLabel("The customer's carrier")).toHaveValue(/Tennessee Valley Hauling/)
  await form.getByRole('button', { name: /^Give it to the carrier/ }).click()
  await expect(page.getByText('Tennessee Valley Hauling · TVHX')).toBeVisible()
  await expect(page.getByText('11:00–15:30')).toBeVisible()
})

test('parcel: priced by zone and weight, and its label is drawn', async () => {
  await visit(page, '/Parcel')
  const form = page.getByRole('form', { name: 'Parcel shipment' })
  await form.getByLabel('Order number').fill('WEB-1003')
  await address()
  await to().getByLabel('Residential').check()
  const line = form.getByRole('group', { name: 'Line 1' })
  await line.getByLabel('Description').fill('Samples')
  await line.getByLabel('Packages').fill('2')
  await line.getByRole('textbox', { name: 'Weight of one' }).fill('12')
  await line.getByRole('textbox', { name: 'Length' }).fill('14')
  await line.getByLabel('Width').fill('12')
  await line.getByLabel('Height').fill('10')
  await quiet(page)
  await page.keyboard.press('Control+Enter')
  await page
    .getByRole('button', { name: /^Receipt of/ })
    .first()
    .click()
  await expect(page.getByRole('region', { name: 'Rate receipt' })).toContainText('Residential')
  await page
    .getByRole('row', { name: /chosen/ })
    .getByRole('button', { name: /^Ship with/ })
    .click()
  await expect(page.getByRole('img', { name: 'Label 1 as the printer draws it' })).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('img', { name: 'Label 2 as the printer draws it' })).toBeVisible()
  await quiet(page)
})

test('what is typed survives a reload without a connection, and the last shipment is a beginning', async () => {
  await server.call('office@demo.test', 'Shipment/SaveShipment', { Then: 'save', Shipment: prepaid('WEB-1000') })
  await visit(page, '/Prepaid')
  await expect(page.getByRole('button', { name: 'All saved' })).toBeVisible()
  await field('Order number *').fill('WEB-1004')
  await page.getByRole('button', { name: 'Start from…' }).click()
  await page.getByRole('menuitem', { name: /^My last shipment/ }).click()
  await expect(to().getByLabel('City')).toHaveValue('Nashville')
  await expect(page.getByRole('group', { name: 'Line 1' }).getByLabel('Description')).toHaveValue('Steel shelving')
  await to().getByLabel('City').fill('Nashville West')
  await page.context().setOffline(true)
  await page.reload()
  await expect(to().getByLabel('City')).toHaveValue('Nashville West', { timeout: 30_000 })
  await expect(field('Order number *')).toHaveValue('WEB-1004')
  await expect(page.getByText('Restored what you typed')).toBeVisible()
  await to().getByLabel('City').press('Control+Enter')
  await expect(page.getByText('No connection. Rates come from the server')).toBeVisible()
  // The prices come by themselves with the connection, and leave whoever types where they are.
  await to().getByLabel('City').focus()
  await page.context().setOffline(false)
  await expect(page.getByRole('cell', { name: 'chosen Lowest total.' })).toBeVisible()
  await expect(to().getByLabel('City')).toBeFocused()
  await page.getByRole('button', { name: 'Save for later' }).click()
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()
})

test('a collect order is booked without a connection and goes to its carrier with the next one', async () => {
  await server.call('office@demo.test', 'Carriers/AddNewCarrier', {
    CarrierName: 'Cumberland Valley Hauling',
    SCAC: 'CVHX',
    Email: 'ops@cvh.test',
    RateModes: ['LTL'],
  })
  await visit(page, '/Collect')
  const form = page.getByRole('form', { name: 'Collect shipment' })
  await field('Order number *').fill('WEB-1005')
  await address()
  const line = form.getByRole('group', { name: 'Line 1' })
  await line.getByLabel('Description').fill('Steel shelving')
  await line.getByLabel('Pallets').fill('1')
  await line.getByRole('textbox', { name: 'Weight', exact: true }).fill('600')
  await form.getByLabel("The customer's carrier").fill('Cumberland')
  await page.getByRole('option', { name: /Cumberland Valley Hauling/ }).click()
  await expect(page.getByRole('button', { name: 'All saved' })).toBeVisible()
  await page.context().setOffline(true)
  await form.getByRole('button', { name: /^Give it to the carrier/ }).click()
  await expect(page.getByRole('heading', { name: 'WEB-1005' })).toBeVisible()
  await expect(page.getByText('Cumberland Valley Hauling · CVHX')).toBeVisible()
  await quiet(page)
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { name: /^L\d+/ })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('11:00–15:30')).toBeVisible()
})

test('hazardous goods with a stop on the way: each mistake has its name, and a template brings it all back', async () => {
  await visit(page, '/Prepaid')
  const form = page.getByRole('form', { name: 'Prepaid shipment' })
  const line = (n: number) => form.getByRole('group', { name: `Line ${n}` })
  const stop = form.getByRole('group', { name: 'Stop 1' })
  const stops = form.getByRole('region', { name: 'Stops on the way' })
  const mistakes = form.getByRole('alert')
  const leads = async (name: string, to: Locator) => {
    await mistakes.getByRole('button', { name, exact: true }).click()
    await expect(to).toBeFocused()
  }
  await field('Order number *').fill('WEB-2001')
  await address()
  await line(1).getByLabel('Description').fill('Paint')
  await line(1).getByLabel('Pieces').fill('12')
  await line(1).getByRole('textbox', { name: 'Weight', exact: true }).fill('900')
  await line(1).getByLabel('Hazardous').check()
  await line(1).getByLabel('UN number').fill('un 126')
  await line(1).getByLabel('Hazard class').fill('33')
  await form.getByRole('button', { name: 'Add a stop' }).click()
  await stop.getByLabel('Company').fill('Halfway Hardware')
  await page.keyboard.press('Escape')
  await stop.getByLabel('ZIP').fill('30303')
  await stop.getByLabel('City').fill('Atlanta')
  await stops.getByLabel('Lines left here').fill('2')
  await page.keyboard.press('Control+Enter')
  await expect(mistakes).toContainText('Check 6 fields')
  for (const said of [
    'Line 1, UN number: A UN number is UN or NA and four digits: UN1263.',
    'Line 1, Proper shipping name: This field is required.',
    'Line 1, Hazard class: There is no such hazard class or division.',
    'Line 1, Emergency phone: Enter the emergency response telephone number, with area code.',
    'Stop 1, Street: This field is required.',
    'Stop 1, Lines left here: There is no line 2.',
  ])
    await expect(mistakes).toContainText(said)
  await quiet(page)
  await leads('Stop 1, Street', stop.getByLabel('Street *'))
  await page.keyboard.type('1 Peachtree Street')
  await leads('Line 1, UN number', line(1).getByLabel('UN number'))
  await page.keyboard.press('Control+a')
  await page.keyboard.type('un 1263')
  await expect(line(1).getByLabel('UN number')).toHaveValue('UN1263')
  await line(1).getByLabel('Proper shipping name').fill('Paint')
  await line(1).getByLabel('Hazard class').fill('3')
  await line(1).getByLabel('Packing group').click()
  await page.getByRole('option', { name: 'II', exact: true }).click()
  await line(1).getByLabel('Emergency phone').fill('800-424-9300')
  await form.getByRole('button', { name: 'Add a line' }).click()
  await expect(line(2).getByLabel('Description')).toBeFocused()
  await page.keyboard.type('Brushes')
  await line(2).getByLabel('Pieces').fill('3')
  await line(2).getByRole('textbox', { name: 'Weight', exact: true }).fill('40')

  const start = async (what: string) => {
    await page.getByRole('button', { name: 'Start from…' }).press('Enter') // a message may lie over it for ten seconds
    await page.getByRole('menuitem', { name: what, exact: true }).press('Enter')
  }
  await start('Save as template…')
  const dialog = page.getByRole('dialog', { name: 'Save as template' })
  await dialog.getByLabel('Name').fill('Paint run')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog).toBeHidden()
  await form.getByRole('button', { name: 'Save for later' }).click()
  await expect(page.getByText('WEB-2001').first()).toBeVisible()
  await expect(page.getByText('UN1263').first()).toBeVisible()
  await expect(page.getByText('Halfway Hardware')).toBeVisible() // with what is left there
  await expect(page.getByText('Brushes', { exact: true })).toHaveCount(2)

  // The next one begins from it; a step back empties the form again.
  await page.goto(`${server.url}/Prepaid`)
  await start('Paint run')
  await expect(line(1).getByLabel('UN number')).toHaveValue('UN1263')
  const undo = () => page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click()
  await undo()
  await expect(line(1).getByLabel('Description')).toHaveValue('')
  await expect(line(2)).toHaveCount(0)
  await start('Paint run')
  await expect(field('Order number *')).toHaveValue('')
  await expect(to().getByLabel('Company')).toHaveValue('Music City Supply')
  await expect(line(1).getByLabel('Packing group')).toHaveValue('II')
  await expect(stop.getByLabel('Company')).toHaveValue('Halfway Hardware')
  // The brushes are to be left at the stop. Without the paint they are the first line, and still are.
  await expect(stops.getByRole('listitem').or(stops.locator('[data-with-remove]'))).toHaveText('2')
  await line(1).getByRole('button', { name: 'Remove line 1' }).click()
  await expect(line(1).getByLabel('Description')).toHaveValue('Brushes')
  await expect(stops.getByRole('listitem').or(stops.locator('[data-with-remove]'))).toHaveText('1')
  // It is everybody's: who removes it by mistake takes that back.
  await start('Remove template Paint run')
  // The step back from this, and not the one from having begun, which stands until then.
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Template Paint run is removed.')
  await undo()
  await page.getByRole('button', { name: 'Start from…' }).click()
  await expect(page.getByRole('menuitem', { name: 'Paint run', exact: true })).toBeVisible()
})

test('two people in one single order: what one of them changed stands by itself, what both changed until one decides', async ({
  browser,
}) => {
  const { id } = (await server.call('office@demo.test', 'Shipment/SaveShipment', { Then: 'save', Shipment: prepaid('WEB-3001') })) as {
    id: string
  }
  const stands = async () => {
    const { Shipment } = (await server.call('office@demo.test', 'Shipment/LoadShipmentPage', { ShipmentId: id })) as {
      Shipment: { Items: { Qty: number; Weight: { milli: number } }[]; comments: string }
    }
    return [...Shipment.Items.map((it) => `${it.Qty} ${it.Weight.milli / 1000}`), Shipment.comments]
  }
  const at = `${server.url}/Prepaid/${id}`
  const theirs = await officePage(browser, at, 'admin@demo.test')
  const cell = (p: Page, n: number, name: string) => p.getByRole('group', { name: `Line ${n}` }).getByRole('textbox', { name, exact: true })
  await page.goto(at)
  for (const p of [page, theirs]) await expect(cell(p, 1, 'Weight')).toHaveValue('1250')
  // Both type; the other is faster.
  await cell(page, 1, 'Pieces').fill('41')
  await cell(page, 2, 'Pieces').fill('50')
  await cell(theirs, 1, 'Weight').fill('1400')
  await cell(theirs, 2, 'Pieces').fill('45')
  await theirs.getByLabel('Comments').fill('Weighed again')
  await theirs.getByRole('button', { name: 'Save for later' }).click()
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText(/^L\d+/)
  const saved = ['40 1400', '45 1250', 'Weighed again']
  await expect.poll(stands).toEqual(saved)

  const both = page.getByRole('region', { name: 'Two versions' })
  // Three cells and a field were changed, one of them by both: that one is asked, and what only the other changed is here.
  await expect(both).toContainText('1 entry differs')
  await expect(both).toContainText('Taken over from theirs: Line 1, Weight; Comments.')
  const row = both.getByRole('row').nth(1)
  await expect(row.getByRole('cell').or(row.getByRole('rowheader'))).toHaveText(['Line 2, Pieces', '45', '50', 'Take theirs'])
  await expect(cell(page, 1, 'Weight')).toHaveValue('1400')
  await expect(page.getByLabel('Comments')).toHaveValue('Weighed again')
  await look('two versions')
  // Nobody has decided: what is typed stands here, what was saved stands there, and saving is refused.
  await page.getByRole('button', { name: 'Save for later' }).click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  expect(await stands()).toEqual(saved)
  await expect(cell(page, 1, 'Pieces')).toHaveValue('41')

  await both.getByRole('button', { name: 'Continue with what stands below' }).click()
  await expect(both).toBeHidden()
  await expect(cell(page, 2, 'Pieces')).toBeFocused() // where both typed
  await page.getByRole('button', { name: 'Save for later' }).click()
  await expect.poll(stands).toEqual(['41 1400', '50 1250', 'Weighed again'])
  // The form has its answer as well: who leaves before it is told that the server has a first version already.
  await page.waitForFunction(() => !Object.keys(localStorage).some((key) => key.endsWith('#attempt')))

  // Over a reload it is still known what was typed on top of what: nothing is asked where each changed something else, and it is saved at once.
  for (const p of [page, theirs]) {
    await p.goto(at)
    await expect(cell(p, 1, 'Weight')).toHaveValue('1400')
  }
  await cell(page, 1, 'Pieces').fill('42')
  await page.reload()
  await expect(page.getByText('Restored what you typed')).toBeVisible()
  await cell(theirs, 2, 'Weight').fill('1300')
  await theirs.getByRole('button', { name: 'Save for later' }).click()
  await expect(both).toContainText('changed nothing that you did. Taken over from theirs: Line 2, Weight.')
  await expect(cell(page, 2, 'Weight')).toHaveValue('1300')
  await page.getByRole('button', { name: 'Save for later' }).click()
  await expect.poll(stands).toEqual(['42 1400', '50 1300', 'Weighed again'])
  await theirs.context().close()
})

test('an address of the address book is offered where one is entered', async () => {
  await visit(page, '/Locations')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const form = page.getByRole('dialog')
  for (const [label, value] of Object.entries({
    Code: 'XDOCK-7',
    Name: 'Harbor Crossdock',
    Street: '7 Bay Road',
    ZIP: '38118',
    City: 'Memphis',
    State: 'tn',
  }))
    await form.getByRole('textbox', { name: label, exact: true }).fill(value)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Harbor Crossdock').first()).toBeVisible()
  await expect.poll(async () => (await rowsOf<{ Code: string }>(page, 'org_place')).map((p) => p.Code)).toContain('XDOCK-7')
  await visit(page, '/Collect')
  await to().getByLabel('Company').fill('Harbor Cross')
  await page.getByRole('option', { name: /^Harbor Crossdock · 7 Bay Road, Memphis/ }).click()
  await expect(to().getByLabel('Street *')).toHaveValue('7 Bay Road')
  await expect(to().getByLabel('State')).toHaveValue('TN')
})

test('an order that the office types is judged where it is wrong, and stands among the open orders', async () => {
  await visit(page, '/OpenOrders')
  await page.getByRole('button', { name: 'Add an order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an order' })
  await dialog.getByLabel('Order number').fill('HAND-1')
  await dialog.getByRole('button', { name: 'Add the order' }).click()
  await expect(dialog.getByRole('alert').first()).toContainText(/Check \d+ fields/)
  const consignee = dialog.getByRole('group', { name: 'Consignee', exact: true })
  await consignee.getByLabel('Company').fill('Music City Supply')
  await page.keyboard.press('Tab')
  await consignee.getByLabel('Street *').fill('12 Broadway')
  await consignee.getByLabel('ZIP').fill('ZZZ')
  await consignee.getByLabel('City').fill('Nashville')
  await consignee.getByLabel('State').fill('TN')
  const line = dialog.getByRole('group', { name: 'Line 1' })
  await line.getByLabel('Description').fill('Steel shelving')
  await line.getByLabel('Pieces').fill('40')
  await line.getByRole('textbox', { name: 'Weight', exact: true }).fill('1250')
  await dialog.getByRole('button', { name: 'Add the order' }).click()
  await expect(consignee.getByLabel('ZIP')).toHaveAttribute('aria-invalid', 'true')
  await look('an order by hand with a mistake')
  await consignee.getByLabel('ZIP').fill('37203')
  await dialog.getByRole('button', { name: 'Add the order' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Order added to Open Orders.')).toBeVisible()
  type Row = { number: string; consignee: { zip: string }; pieces: number; weight: { milli: number } }
  const byHand = async () => (await rowsOf<Row>(page, 'order_open')).filter((o) => o.number === 'HAND-1')
  await expect.poll(byHand).toMatchObject([{ consignee: { zip: '37203' }, pieces: 40, weight: { milli: 1_250_000 } }])
})

test('a collect parcel has no price of ours: it is billed to the account of its consignee, which its label says', async () => {
  await server.call('admin@demo.test', 'Shipment/ParcelAccountDetails', {
    Operationtype: 'ADD',
    SoldTo: 'Music City Supply',
    PaymentType: 'C',
    ShipVia: 'GROUND',
    SCAC: 'UPS',
    AccountNumber: '1A2B3C',
    WarehouseLabel: 'ATL',
  })
  await visit(page, '/Parcel')
  const form = page.getByRole('form', { name: 'Parcel shipment' })
  await form.getByLabel('Order number').fill('WEB-1010')
  await form.getByLabel('Freight terms').click()
  await page.getByRole('option', { name: 'Collect' }).click()
  await address()
  const line = form.getByRole('group', { name: 'Line 1' })
  await line.getByLabel('Description').fill('Samples')
  await line.getByLabel('Packages').fill('1')
  await line.getByRole('textbox', { name: 'Weight of one' }).fill('12')
  await line.getByRole('textbox', { name: 'Length' }).fill('14')
  await line.getByLabel('Width').fill('12')
  await line.getByLabel('Height').fill('10')
  await form.getByLabel("The customer's carrier").click()
  await page.getByRole('option', { name: /United Parcel Service/ }).click()
  await expect(form.getByText('Collect: Music City Supply pays on its own account 1A2B3C.')).toBeVisible()
  await look('a collect parcel')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('img', { name: 'Label 1 as the printer draws it' })).toBeVisible()
})
