import { expect, type Page, test } from '@playwright/test'
import { Examiner, quiet } from './kit/axe'
import { pickupDay } from './kit/day'
import { officePage, signIn, visit } from './kit/office'
import { picture } from './kit/picture'
import { Server } from './kit/server'

// A load goes down the line of its carriers: the first one says no on the phone, the next one says yes, and the office sees both happen.

interface Shipment {
  id: string
  number: string
}

const server = new Server()
const examiner = new Examiner()
let office: Page
let phone: Page

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser }) => {
  await server.start()
  phone = await (await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, locale: 'en-US' })).newPage()
  office = await officePage(browser, server.url, 'office@demo.test', { permissions: ['clipboard-read', 'clipboard-write'] })
})
test.afterAll(async () => {
  await office?.context().close()
  await phone?.context().close()
  await server.remove()
  expect(examiner.faults).toEqual([])
})

const look = async (page: Page, name: string) => {
  await quiet(page)
  await examiner.examine(page, name)
  await picture(page, name.replaceAll(' ', '-'), { fullPage: true })
}

/** A shipment of one order of its own, without a carrier yet. */
async function built(number: string, more: object = {}): Promise<Shipment> {
  const order = (await server.call('office@demo.test', 'Shipment/AddNewOrder', {
    OrderNumber: number,
    WHSE: 'ATL',
    ShipOn: pickupDay(3),
    Consignee: { name: 'Cumberland Home Center', street: '9 Dock Rd', city: 'Nashville', state: 'TN', zip: '37203', country: 'US' },
    Items: [
      { description: 'Ceramic tile', pieces: 40, packageType: 'CTN', pallets: 2, weight: { milli: 1_250_000, unit: 'lb' }, class: '70' },
    ],
    ...more,
  })) as { id: string }
  return (await server.call('office@demo.test', 'Shipment/BuildShipment', {
    OrderIds: [order.id],
    PickupByFromTime: '09:00',
    PickupByToTime: '15:00',
  })) as Shipment
}

const line = () => office.getByRole('list', { name: 'Carrier order' })
const status = (name: string) => office.getByRole('article').getByText(name, { exact: true }).first()

/** Opens on the phone what the office copied for the carrier that is asked now. */
async function openLink() {
  await office.getByRole('button', { name: "Copy the carrier's link" }).click()
  const link = (await office.locator('code').textContent()) ?? ''
  expect(link).toMatch(/\/CarrierConfirmation#1\.[\w-]{43}$/)
  await phone.goto('about:blank') // another mail, another tab
  await phone.goto(link)
  return link
}

test('a carrier rejects on the phone, the next one accepts with a PRO, and the office sees it as it happens', async () => {
  const s = await built('TENDER-1')
  await visit(office, `/ShipmentDetails/${s.id}`)
  await office.getByRole('button', { name: 'Tender…' }).click()
  await office.getByRole('button', { name: 'Rate' }).click()
  const choices = office.getByRole('region', { name: 'Tender' })
  await expect(choices.getByRole('radio').first()).toBeChecked()
  const names = await choices
    .getByRole('radio')
    .evaluateAll((all) => all.map((r) => (r as HTMLInputElement).labels?.[0]?.textContent ?? ''))
  expect(names.length).toBeGreaterThan(3)
  const [first = ''] = names
  // The first and the second are asked; nobody after them.
  for (const name of names.slice(2)) await choices.getByRole('checkbox', { name: `Tender to ${name} next` }).uncheck()
  await quiet(office)
  await choices.getByRole('button', { name: `Tender to ${first}` }).click()
  await expect(line().getByText('waits for an answer')).toBeVisible()
  await expect(line().getByRole('listitem').nth(0)).toContainText(first)
  await expect(line().getByRole('listitem').nth(1)).toContainText('next')

  const used = await openLink()
  await expect(phone.getByRole('heading', { name: `offers you load ${s.number}` })).toBeVisible()
  await expect(office.getByText(/Opened the link/)).toBeVisible() // live
  await office.getByRole('button', { name: 'Who opened it' }).click()
  await expect(office.getByRole('dialog').getByRole('row')).toHaveCount(2)
  await quiet(office)
  await office.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await look(phone, 'confirmation open')
  await phone.getByRole('button', { name: 'Reject…' }).click()
  await phone.getByRole('button', { name: 'Reject the load' }).click()
  await expect(phone.getByText('Please give a reason.')).toBeVisible()
  await expect(phone.getByLabel('Reason')).toBeFocused()
  await phone.getByLabel('Reason').selectOption({ label: 'No truck free' })
  await phone.getByLabel('Your name').fill('Rita Moss')
  await phone.getByRole('button', { name: 'Reject the load' }).click()
  await expect(phone.getByRole('heading', { name: 'Rejected' })).toBeVisible()

  await expect(line().getByRole('listitem').nth(0)).toContainText('No truck free')
  await expect(line().getByRole('listitem').nth(1)).toContainText('waits for an answer')
  await quiet(office)

  await openLink()
  await phone.getByRole('button', { name: 'Accept…' }).click()
  await expect(phone.getByLabel('PRO number')).toBeFocused()
  await phone.getByLabel('PRO number').fill('no!')
  await phone.getByLabel('Your name').fill('Sam Ortiz')
  await phone.getByRole('button', { name: 'Accept the load' }).click()
  await expect(phone.getByText('A PRO number has 3 to 30 digits')).toBeVisible()
  await phone.getByLabel('PRO number').fill('884-1203')
  await phone.getByLabel('Driver', { exact: true }).fill('Luis Ortega')
  await quiet(phone)
  await phone.getByRole('button', { name: 'Accept the load' }).click()
  await expect(phone.getByRole('heading', { name: 'Accepted. Thank you.' })).toBeVisible()
  await look(phone, 'confirmation done')

  await expect(line().getByRole('listitem').nth(1)).toContainText('accepted')
  await expect(line().getByRole('listitem').nth(1)).toContainText('PRO 884-1203')
  await expect(status('Confirmed')).toBeVisible()

  await phone.goto('about:blank')
  await phone.goto(used) // the first carrier looks again: it has answered, and can do nothing more
  await expect(phone.getByRole('heading', { name: 'Rejected' })).toBeVisible()
  await expect(phone.getByRole('button', { name: 'Accept…' })).toHaveCount(0)

  await office.getByRole('link', { name: 'the whole shipment' }).click()
  await expect(office.getByText(`Accepted by Sam Ortiz`, { exact: false })).toBeVisible()
  await quiet(office)
  const more = async (name: string) => {
    await office.getByRole('button', { name: 'More' }).click()
    await office.getByRole('menuitem', { name, exact: true }).click()
  }
  await more('Mark in transit')
  await office.getByRole('dialog').getByRole('button', { name: 'Mark in transit' }).click()
  await expect(status('In transit')).toBeVisible()
  await office.getByRole('button', { name: 'Mark delivered' }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'Mark delivered' }).click()
  await expect(status('Delivered')).toBeVisible()
})

test('a tendered shipment is voided with a reason, the carrier is told, and its link is good for nothing any more', async () => {
  const s = await built('TENDER-2', { PaymentType: 'C' })
  await server.call('office@demo.test', 'Shipment/CollectTender', { ShipmentId: s.id, Carrier: 'SAIA', Ask: true })
  await visit(office, `/ShipmentDetails/${s.id}`)
  await expect(line().getByText('waits for an answer')).toBeVisible()
  await openLink()
  await expect(phone.getByRole('button', { name: 'Accept…' })).toBeVisible()
  // The mail went astray: the office sends another link, and whoever holds the first one has none.
  await office.getByRole('button', { name: 'Send a new link…' }).click()
  await office.getByRole('dialog').getByLabel('E-mail').fill('dispatch@saia.example')
  await office.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
  await expect(office.getByText(/A new link is on its way to/)).toBeVisible()
  await phone.reload()
  await expect(phone.getByText('A newer link was sent.')).toBeVisible()
  await phone.getByRole('button', { name: 'Send me a new link' }).click()
  await expect(phone.getByRole('status')).toContainText('A link was sent a moment ago')
  await quiet(phone)
  const link = await openLink()
  await expect(phone.getByRole('button', { name: 'Accept…' })).toBeVisible()
  await phone.getByText(/^Is this really from/).click()
  await quiet(phone)
  const check = (await phone.getByRole('link', { name: 'open the check page' }).getAttribute('href')) ?? ''
  await phone.goto(server.url + check)
  await expect(phone.getByRole('heading', { name: 'Genuine, waiting for an answer' })).toBeVisible()
  await expect(phone.getByText('d…@saia.example')).toBeVisible()
  await quiet(phone)
  await phone.goto(link)
  await expect(phone.getByRole('button', { name: 'Accept…' })).toBeVisible()
  await office.getByRole('button', { name: 'More' }).click()
  await office.getByRole('menuitem', { name: 'Void', exact: true }).click()
  const sure = office.getByRole('dialog')
  await expect(sure).toContainText('This cannot be undone. Saia LTL Freight is told by mail')
  await expect(sure).toContainText('The orders are open again: TENDER-2.')
  await quiet(office)
  await expect(sure.getByLabel('Reason')).toBeFocused()
  await sure.getByRole('button', { name: 'Void' }).click()
  await expect(sure.getByRole('alert')).toBeVisible() // not without a reason
  await expect(sure.getByLabel('Reason')).toBeFocused()
  await sure.getByLabel('Reason').fill('The customer cancelled')
  await sure.getByRole('button', { name: 'Void' }).click()
  await expect(sure).toBeHidden()
  await phone.getByRole('button', { name: 'Accept…' }).click() // the page was open all the while
  await phone.getByLabel('Your name').fill('Ann Lee')
  await phone.getByRole('button', { name: 'Accept the load' }).click()
  await expect(phone.getByRole('alert')).toContainText('has withdrawn this tender')
  await phone.goto('about:blank')
  await phone.goto(link)
  await expect(phone.getByText('has withdrawn this tender')).toBeVisible()
  await quiet(phone)
  await phone.goto(server.url + check)
  await expect(phone.getByRole('heading', { name: 'Genuine, but withdrawn' })).toBeVisible()
})

test('a carrier that is asked of two loads at once has one mail, and answers both from either link', async () => {
  const loads = [await built('TENDER-3', { PaymentType: 'C' }), await built('TENDER-4', { PaymentType: 'C' })]
  await server.call('office@demo.test', 'Shipment/BulkSchedule', {
    Shipments: loads.map((s) => ({ ShipmentId: s.id, Carrier: 'SAIA' })),
    Ask: true,
  })
  let text = ''
  await expect(async () => {
    const { mails } = (await server.call('office@demo.test', 'Notify/Mails', { ShipmentId: loads[1]?.id })) as {
      mails: { id: string; subject: string; state: string }[]
    }
    const [mail] = mails.filter((m) => m.state === 'sent')
    expect(mail?.subject).toContain('offers you 2 loads')
    text = ((await server.call('office@demo.test', 'Notify/Mail', { MailId: mail?.id })) as { source: string }).source
  }).toPass()
  const links = text.replace(/=\r?\n/g, '').match(/http:\/\/127\.0\.0\.1:\d+\/CarrierConfirmation#1\.[\w-]{43}/g) ?? []
  expect(links).toHaveLength(2)

  await phone.goto('about:blank')
  await phone.goto(links[1] ?? '')
  await expect(phone.getByRole('heading', { name: `offers you load ${loads[1]?.number}` })).toBeVisible()
  const others = phone.getByRole('navigation', { name: '2 loads in this mail' })
  await expect(others.getByRole('link')).toHaveCount(2)
  await look(phone, 'confirmation of two')
  await phone.getByRole('button', { name: 'Accept…' }).click()
  await phone.getByLabel('Your name').fill('Sam Ortiz')
  await phone.getByRole('button', { name: 'Accept the load' }).click()
  await expect(phone.getByRole('heading', { name: 'Accepted. Thank you.' })).toBeVisible()
  await expect(others.getByRole('link', { name: loads[1]?.number ?? '' })).toContainText('you accepted it')
  await quiet(phone)
  await phone.getByRole('link', { name: `Go on to load ${loads[0]?.number}` }).click()
  await expect(phone.getByRole('heading', { name: `offers you load ${loads[0]?.number}` })).toBeVisible()
  await phone.getByRole('button', { name: 'Reject…' }).click()
  await expect(phone.getByLabel('Your name')).toHaveValue('') // nothing of the other load's answer
  await phone.getByLabel('Reason').selectOption({ label: 'No truck free' })
  await phone.getByLabel('Your name').fill('Sam Ortiz')
  await phone.getByRole('button', { name: 'Reject the load' }).click()
  await expect(phone.getByRole('heading', { name: 'Rejected' })).toBeVisible()
  await expect(phone.getByRole('link', { name: /^Go on to load/ })).toHaveCount(0)
})

test('two shipments go on one truck, and one of them is moved to another', async ({ browser }) => {
  const admin = await (await browser.newContext({ viewport: { width: 820, height: 1180 }, serviceWorkers: 'block' })).newPage()
  await admin.addInitScript(() => localStorage.setItem('lading.appearance', JSON.stringify({ look: 'light', density: 'office' })))
  const list = [await built('TRUCK-1'), await built('TRUCK-2'), await built('TRUCK-3')]
  for (const s of list) {
    await server.call('office@demo.test', 'Shipment/RateShipments', { ShipmentIds: [s.id] })
    const { choices } = (await server.call('office@demo.test', 'Shipment/TenderInfo', { ShipmentId: s.id })) as {
      choices: { sheet: string; totalMinor: number }[]
    }
    await server.call('office@demo.test', 'Shipment/TenderByShipmentPricesheet', {
      TenderingShipmentID: s.id,
      TenderingPricesheetID: choices[0]?.sheet,
      PriceMinor: choices[0]?.totalMinor,
      Next: [],
    })
  }
  await admin.goto(`${server.url}/TruckConsolidation`)
  await signIn(admin, 'admin@demo.test')
  await expect(admin.getByRole('button', { name: 'All saved' })).toBeVisible({ timeout: 60_000 })
  await admin.getByRole('button', { name: 'Consolidation settings' }).click()
  await admin.getByRole('switch', { name: 'Several shipments may go on one truck' }).check({ force: true })
  await admin.getByRole('dialog').getByRole('button', { name: 'Save' }).click()

  const begin = async (...shipments: (Shipment | undefined)[]) => {
    await admin.getByRole('button', { name: 'New truck' }).click()
    const choice = admin.getByRole('dialog').getByRole('combobox', { name: 'Shipments' })
    for (const s of shipments) {
      await choice.fill(s?.number ?? '')
      await admin.getByRole('option', { name: new RegExp(`^${s?.number} `) }).click()
    }
    await admin.getByRole('dialog').getByRole('heading').click() // the list of choices closes
    await admin.getByRole('dialog').getByRole('button', { name: 'Begin', exact: true }).click()
    await expect(admin.getByRole('dialog')).toBeHidden()
  }
  await begin(list[0], list[1])
  const truck = (n: number) => admin.getByRole('region', { name: `Shipments on truck TR${n}` })
  await expect(truck(10001).getByRole('row')).toHaveCount(3)
  await begin(list[2])
  await expect(truck(10002).getByRole('row')).toHaveCount(2)
  await admin.getByRole('button', { name: `Move ${list[1]?.number}` }).click()
  await admin.getByRole('menuitem', { name: 'To truck TR10002' }).click()
  await expect(truck(10002).getByRole('row')).toHaveCount(3)
  await expect(truck(10001).getByRole('row')).toHaveCount(2)
  await quiet(admin)
  await truck(10002)
    .getByRole('link', { name: list[1]?.number ?? '' })
    .click()
  await expect(admin.getByText('On truck TR10002')).toBeVisible()
  await quiet(admin)

  await visit(admin, '/LinkShipments')
  await admin.getByRole('button', { name: 'Link shipments' }).click()
  const numbers = admin.getByRole('dialog').getByRole('combobox', { name: 'Shipments' })
  for (const s of [list[0], list[2]]) {
    await numbers.fill(s?.number ?? '')
    await numbers.press('Enter')
  }
  await admin.getByRole('dialog').getByLabel('Link name').fill('Store 12')
  await admin.getByRole('dialog').getByRole('button', { name: 'Link', exact: true }).click()
  await expect(admin.getByRole('region', { name: 'Shipments of Store 12' }).getByRole('row')).toHaveCount(3)
  await quiet(admin)
  await admin.context().close()
})

test('a stranger tracks a load by the link that the office shares, or by its BOL number and ZIP', async () => {
  const s = await built('TRACK-1')
  await visit(office, `/ShipmentDetails/${s.id}`)
  await office.getByRole('button', { name: 'Share tracking link' }).click()
  const link = await office.getByRole('textbox', { name: 'Tracking link' }).inputValue()
  await phone.goto('about:blank') // another mail, another tab
  await phone.goto(link)
  await expect(phone.getByRole('heading', { name: `Shipment ${s.number}` })).toBeVisible()
  await expect(phone.getByText('Cumberland Home Center')).toBeHidden()
  await look(phone, 'tracked by link')
  await phone.goto(`${server.url}/Tracking?brokerInfo=1`)
  await phone.getByLabel('BOL or PRO number').fill('NOPE')
  await phone.getByLabel('Destination ZIP').fill('37203')
  await phone.getByRole('button', { name: 'Track' }).click()
  await expect(phone.getByRole('alert')).toContainText('No load has this number and this ZIP')
  await look(phone, 'tracked by number')
})
