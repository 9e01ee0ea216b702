import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { Examiner } from './kit/axe'
import { officePage } from './kit/office'
import { older } from './kit/older'
import { picture } from './kit/picture'
import { Server } from './kit/server'
import { giveOut, openDaily } from './kit/slots'

// A carrier on a phone accepts a tender by its portal, gives its PRO, tells of the pickup while there is no signal, and bills; the office sees each once.

const server = new Server()
const examiner = new Examiner()
let office: Page
let phone: BrowserContext | undefined

interface Mail {
  id: string
  recipients: string[]
  state: string
}
interface Info {
  choices: { carrier: string; sheet: string; totalMinor: number }[]
}
const asOffice = <T>(path: string, req: object = {}) => server.call('office@demo.test', path, req) as Promise<T>

/** A load that was rated, and the first choice of carrier for it. */
async function rated(order: string) {
  const made = await asOffice<{ id: string }>('Shipment/AddNewOrder', {
    OrderNumber: order,
    WHSE: 'ATL',
    ShipOn: new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10),
    Consignee: { name: 'Globex', street: '9 Dock Rd', city: 'Nashville', state: 'TN', zip: '37203', country: 'US' },
    Items: [{ description: 'Tile', pieces: 40, packageType: 'CTN', pallets: 2, weight: { milli: 1_250_000, unit: 'lb' }, class: '70' }],
  })
  const load = await asOffice<{ id: string; number: string }>('Shipment/BuildShipment', {
    OrderIds: [made.id],
    PickupByFromTime: '09:00',
    PickupByToTime: '15:00',
  })
  await asOffice('Shipment/RateShipments', { ShipmentIds: [load.id] })
  const [choice] = (await asOffice<Info>('Shipment/TenderInfo', { ShipmentId: load.id })).choices
  if (!choice) throw new Error('no contract goes there')
  return { ...load, choice }
}

/** What stands in a mail to the carrier, without the line breaks of mail. */
async function mailed(what: RegExp, to = 'portal@carrier.test'): Promise<string> {
  let found: string | undefined
  await expect(async () => {
    const { mails } = await asOffice<{ mails: Mail[] }>('Notify/Mails')
    for (const m of mails.filter((m) => m.recipients.includes(to) && m.state === 'sent')) {
      const { source } = await asOffice<{ source: string }>('Notify/Mail', { MailId: m.id })
      found ??= what.exec(
        source
          .replace(/=\r?\n/g, '')
          .replace(/\r/g, '')
          .replaceAll('=3D', '='),
      )?.[0]
    }
    expect(found).toBeTruthy()
  }).toPass()
  return found ?? ''
}

test.beforeAll(async ({ browser }) => {
  await server.start()
  office = await officePage(browser, `${server.url}/ManageCarriers?tab=portal`, 'office@demo.test')
})
test.afterAll(async () => {
  await phone?.close()
  await office?.context().close()
  await server.remove()
  expect(examiner.faults).toEqual([])
})

test('a carrier takes a load by its portal, tells of it without a signal, once, and bills it', async () => {
  const load = await rated('CP-E2E')
  await asOffice('Shipment/TenderByShipmentPricesheet', {
    TenderingShipmentID: load.id,
    TenderingPricesheetID: load.choice.sheet,
    PriceMinor: load.choice.totalMinor,
    Ask: true,
    DaySeen: true,
    Email: 'desk@carrier.test',
  })
  const row = office.getByRole('row', { name: new RegExp(load.choice.carrier) }).first()
  await expect(row).toContainText('Not sent')
  await examiner.examine(office, 'carrier portal links')
  await row.getByRole('button', { name: /^Send link/ }).click()
  const dialog = office.getByRole('dialog', { name: /^Send portal link to/ })
  await dialog.getByLabel('E-mail').fill('portal@carrier.test')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(dialog).toBeHidden()
  const link = await mailed(/http:\/\/127\.0\.0\.1:\d+\/carrierportal#1\.[\w-]{43}/)

  phone = await office
    .context()
    .browser()
    ?.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, serviceWorkers: 'block' })
  if (!phone) throw new Error('no browser')
  await phone.addInitScript(...older) // a driver's phone may be old
  const page = await phone.newPage()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: load.number })).toBeVisible()
  await examiner.examine(page, 'carrier portal, tenders')

  // The tender is answered on its own page; the way back shows what came of it.
  await page.getByRole('link', { name: `Answer ${load.number}` }).click()
  await page.getByRole('button', { name: 'Accept…' }).click()
  await page.getByLabel('Your name').fill('Ann Lee')
  await page.getByRole('button', { name: 'Accept the load' }).click()
  await expect(page.getByText('Accepted. Thank you.')).toBeVisible()
  await page.goto(link)
  await page.reload() // the address differs by what stands behind the # alone
  await page.getByRole('button', { name: /^Loads/ }).click()
  await page.getByRole('button', { name: `Open ${load.number}` }).click()
  await page.getByLabel('PRO', { exact: true }).fill('PR-88001')
  await page.getByLabel('Your name').first().fill('Ann Lee')
  await page.getByRole('button', { name: 'Send PRO' }).click()
  await expect(page.getByRole('button', { name: 'Change PRO' })).toBeVisible()
  await examiner.examine(page, 'carrier portal, a load')

  // No signal: what was typed outlives the tab, and goes out when there is one.
  await page.getByRole('button', { name: 'Picked up' }).click()
  await page.getByLabel('Where', { exact: true }).fill('Atlanta')
  await phone.setOffline(true)
  await server.stop('SIGTERM')
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('Not sent yet: there is no connection.')).toBeVisible()
  await page.close()
  await server.start()
  await phone.setOffline(false)
  const again = await phone.newPage()
  await again.goto(link)
  await again.getByRole('button', { name: /^Loads/ }).click()
  await again.getByRole('button', { name: `Open ${load.number}` }).click()
  await expect(again.getByRole('listitem').filter({ hasText: 'Ann Lee' })).toContainText('Picked up')
  await expect(again.getByRole('button', { name: 'Delivered' })).toBeVisible()
  expect(
    (await asOffice<{ Shipment: { status: string; pro: string } }>('Shipment/ShipmentDetails', { ShipmentId: load.id })).Shipment,
  ).toMatchObject({
    status: 'A',
    pro: 'PR-88001',
  })

  await again
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'pod.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 pod') })
  await expect(again.getByText('pod.pdf was added.')).toBeVisible()
  await again.getByRole('button', { name: 'Enter an invoice' }).click()
  await again.getByRole('button', { name: 'Send invoice' }).click()
  await expect(again.getByText('Enter the invoice number.')).toBeVisible()
  await again.getByLabel('Invoice number').fill('INV-9')
  await again.getByLabel('Invoice date').fill(new Date().toISOString().slice(0, 10))
  await again.getByLabel('Linehaul').fill('150.00')
  await examiner.examine(again, 'carrier portal, an invoice')
  await again.getByRole('button', { name: 'Send invoice' }).click()
  await expect(again.getByText('The invoice was sent.')).toBeVisible()
  await expect(again.getByText('INV-9')).toBeVisible()

  // On another computer, where the mail is not at hand, a code opens the page.
  const desk = await office.context().browser()?.newContext({ serviceWorkers: 'block' })
  if (!desk) throw new Error('no browser')
  const other = await desk.newPage()
  await other.goto(`${server.url}/carrierportal`)
  await expect(other.getByText('The carrier portal opens by the link in your mail')).toBeVisible()
  await other.goto(`${server.url}/carrierportal?of=1`)
  await other.getByLabel('Your e-mail').fill('portal@carrier.test')
  await other.getByRole('button', { name: 'Send code' }).click()
  await other.getByLabel('Code in the mail').fill('1')
  await other.getByRole('button', { name: 'Open portal' }).click()
  await expect(other.getByText('This code does not open the page.')).toBeVisible()
  await examiner.examine(other, 'carrier portal, a code')
  await other.getByLabel('Code in the mail').fill(await mailed(/^\d{8}$/m))
  await other.getByRole('button', { name: 'Open portal' }).click()
  await expect(other.getByRole('button', { name: /^Loads/ })).toBeVisible()
  await desk.close()

  // The link is withdrawn: it opens nothing.
  await asOffice('Carriers/RevokePortalLink', { SCAC: load.choice.carrier })
  await again.reload()
  await expect(again.getByText('This link was withdrawn. Ask the shipper for a new one.')).toBeVisible()
  await again.goto(`${server.url}/carrierportal`)
  await again.reload()
  await expect(again.getByText('It opens by the link in your mail, or by a code that is mailed to you.')).toBeVisible() // this device knows whose it is
})

test('a carrier books a time by its portal, is held it meanwhile, and confirms it by the mail', async ({ browser }) => {
  await openDaily(server, 'DAL', '08:00', '12:00')
  await giveOut(server, 'DAL', 'inbound')
  await asOffice('Warehouse/SaveLoadType', {
    WarehouseId: 'DAL',
    Direction: 'inbound',
    Name: 'Floor loaded',
    Requires: ['PO'],
    Bookers: ['carrier'],
  })
  const [{ carrier } = { carrier: '' }] = await asOffice<{ carrier: string }[]>('Carriers/PortalLinks')
  await asOffice('Carriers/SendPortalLink', { SCAC: carrier, Email: 'slots@carrier.test' })
  const link = await mailed(/http:\/\/127\.0\.0\.1:\d+\/carrierportal#1\.[\w-]{43}/, 'slots@carrier.test')
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    serviceWorkers: 'block',
  })
  await context.addInitScript(...older)
  const page = await context.newPage()
  await page.goto(link)
  await page.getByRole('button', { name: 'Appointments' }).click()
  await page.getByRole('button', { name: /^Delivery: .*Dallas/ }).click()
  await page.getByLabel('From').fill(new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10))
  const nine = page.getByRole('button', { name: /9:00|09:00/ }).first()
  await expect(nine).toBeVisible()
  await examiner.examine(page, 'carrier portal, free times')
  await picture(page, 'times-390')
  await nine.click()
  await expect(page.getByText(/held for you until/)).toBeVisible()
  await page.getByRole('button', { name: 'Book this time' }).click()
  await expect(page.getByText('The warehouse asks for this number.')).toBeVisible()
  await page.getByLabel('PO number').fill('PO 4711')
  await page.getByLabel('Your name').fill('Ann Lee')
  await examiner.examine(page, 'carrier portal, a held time')
  await picture(page, 'held-390')
  await page.getByRole('button', { name: 'Book this time' }).click()
  await expect(page.getByText('Booked. A mail is on its way to you.')).toBeVisible()

  const mail = await mailed(/http:\/\/127\.0\.0\.1:\d+\/carrierportal\?appointment=\w{26}#1\.[\w-]{43}/, 'slots@carrier.test')
  await page.goto(mail)
  await page.getByRole('button', { name: 'Confirm: the truck comes' }).click()
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible()
  await examiner.examine(page, 'carrier portal, an appointment')
  await picture(page, 'appointment', { widths: [390, 820, 1440] })
  await page.getByRole('button', { name: 'Change time' }).click()
  await page.getByRole('button', { name: /10:00/ }).first().click()
  await page.getByRole('button', { name: 'Book this time' }).click()
  await expect(page.getByRole('heading', { name: /10:00/ })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel…' }).click()
  await page.getByRole('button', { name: /^Cancel A\d+ for good/ }).click()
  await expect(page.getByText(/The appointment of your mail is no longer there/)).toBeVisible()
  await context.close()
})
