import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { Examiner } from './kit/axe'
import { officePage, visit } from './kit/office'
import { Server } from './kit/server'

// A vendor on a phone books a container for a sailing, for a while without a signal; the office sees the booking and its container once.

const server = new Server()
const examiner = new Examiner()
let office: Page
let phone: BrowserContext | undefined

interface Mail {
  id: string
  recipients: string[]
  state: string
}
const asOffice = <T>(path: string, req: object = {}) => server.call('office@demo.test', path, req) as Promise<T>
const inDays = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10)

/** The link that a mail to this address brought. */
async function mailed(to: string, page: string): Promise<string> {
  let text = ''
  await expect(async () => {
    const { mails } = await asOffice<{ mails: Mail[] }>('Notify/Mails')
    const found = mails.find((m) => m.recipients.includes(to) && m.state === 'sent')
    expect(found).toBeTruthy()
    text = (await asOffice<{ source: string }>('Notify/Mail', { MailId: found?.id })).source
  }).toPass()
  const link = new RegExp(`http://127\\.0\\.0\\.1:\\d+/${page}/1#1\\.[\\w-]{43}`).exec(text.replace(/=\r?\n/g, ''))?.[0]
  if (!link) throw new Error(`no link in ${text}`)
  return link
}

test.beforeAll(async ({ browser }) => {
  await server.start()
  office = await officePage(browser, server.url, 'office@demo.test')
  await server.call('admin@demo.test', 'Carriers/AddNewCarrier', {
    Mode: 'ADD',
    SCAC: 'MAEU',
    CarrierName: 'Maersk',
    RateModes: ['FCL', 'LCL'],
    Email: 'book@maersk.test',
  })
  phone = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, serviceWorkers: 'block' })
})
test.afterAll(async () => {
  await phone?.close()
  await office?.context().close()
  await server.remove()
  expect(examiner.faults).toEqual([])
})

test('a vendor books a container from a phone without a signal, once, and the office sees it', async () => {
  if (!phone) throw new Error('no phone')
  const vendor = (await asOffice('Org/SaveVendor', {
    Kind: 'vendor',
    Code: 'PIED',
    Name: 'Piedmont Hardware Mill',
    Street: '410 Foundry St',
    City: 'Greenville',
    State: 'SC',
    Zip: '29601',
    Country: 'US',
    Phone: '864-555-0142',
    Email: 'shipping@piedmont.test',
  })) as { PlaceId: string }
  await asOffice('Vendor/SendPortalLink', { VendorId: vendor.PlaceId, Email: 'shipping@piedmont.test', Language: 'en' })
  const link = await mailed('shipping@piedmont.test', 'InternationalBookingPortal')

  const page = await phone.newPage()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'PO-70011' })).toBeVisible()
  await examiner.examine(page, 'booking, open orders')
  await page.getByRole('button', { name: 'Book PO-70011' }).click()
  await page.getByLabel('Incoterm').selectOption('FOB')
  await page.getByLabel('Named place').fill('Savannah')
  const bolts = page.getByRole('group', { name: /^Hex bolts 3\/8/ })
  await bolts.getByLabel('Pieces').fill('100')
  await bolts.getByLabel('HTS code').fill('7318')
  await page.getByLabel('Number, if known').fill('CSQU 305438 4')
  await expect(page.getByText('The check digit does not fit. Compare it with the container.')).toBeVisible()
  await page.getByLabel('Number, if known').fill('CSQU 305438 3')
  await page.getByLabel('Port of loading').fill('ussav')
  await expect(page.locator('small', { hasText: 'Savannah, GA' })).toBeVisible()
  await page.getByLabel('Port of discharge').fill('NLRTM')
  await page.getByLabel('Carrier').fill('MAEU')
  await page.getByLabel('Cargo ready on').fill(inDays(10))
  await page.getByLabel('Departure (ETD)').fill(inDays(14))
  await page.getByLabel('Cargo cut-off').fill(`${inDays(12)}T16:00`)
  await page.getByRole('button', { name: 'Book it' }).click()
  await expect(page.getByText('Enter an HTS code of 6, 8 or 10 digits.')).toBeVisible()
  await bolts.getByLabel('HTS code').fill('7318.15.2010')
  await page.getByLabel('Your name').fill('Rosa Aiken')
  await examiner.examine(page, 'booking')

  // No signal: what was typed outlives the tab, and goes out when there is one.
  await phone.setOffline(true)
  await server.stop('SIGTERM')
  await page.getByRole('button', { name: 'Book it' }).click()
  await expect(page.getByText('Not sent yet: there is no connection.')).toBeVisible()
  await page.close()
  const again = await phone.newPage()
  await again.goto(link)
  await expect(again.getByText('Not sent yet: there is no connection.')).toBeVisible()
  await expect(again.getByLabel('Number, if known')).toHaveValue('CSQU 305438 3')
  await server.start()
  await phone.setOffline(false)
  await expect(again.getByRole('heading', { name: /Booked as L\d+/ })).toBeVisible()
  await again.getByRole('button', { name: /^My bookings/ }).click()
  await expect(again.getByRole('listitem')).toContainText('CSQU3054383')
  await examiner.examine(again, 'bookings')

  const containers = await asOffice<{ ContainerNumber: string; ShipmentId: string }[]>('NewTrackingAPI/GetContainers', { ShipmentId: '' })
  const booked = containers.filter((c) => c.ContainerNumber === 'CSQU3054383')
  expect(booked).toHaveLength(1)
  await visit(office, `/ShipmentDetails/${booked[0]?.ShipmentId}`)
  await expect(office.getByRole('heading', { name: 'International booking' })).toBeVisible()
  await expect(office.getByText('FOB Savannah')).toBeVisible()
  await examiner.examine(office, 'a booked load')
})

test('a forwarder tells of the container by its own link, corrects what it told, and is shut out when the link is withdrawn', async () => {
  if (!phone) throw new Error('no phone')
  await visit(office, '/Vendors')
  await office.getByRole('button', { name: 'Portal links' }).click()
  await office.getByRole('button', { name: 'Forwarder links' }).click()
  await office.getByRole('button', { name: 'Send a link…' }).click()
  const dialog = office.getByRole('dialog', { name: 'Send a forwarder its link' })
  await dialog.getByLabel('Forwarder').fill('Blue Forwarding')
  await dialog.getByLabel('E-mail').fill('ines@blue.test')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(office.getByRole('row', { name: /Blue Forwarding/ })).toContainText('Sent')
  await examiner.examine(office, 'forwarder links')
  const link = await mailed('ines@blue.test', 'OceanShippingPortal')

  const page = await phone.newPage()
  await page.goto(link)
  const box = page.getByRole('region', { name: 'Container CSQU3054383' })
  await expect(box).toContainText('No milestone yet.')
  await examiner.examine(page, 'on the water')
  await box.getByRole('button', { name: 'Add milestone to CSQU3054383' }).click()
  await expect(box.getByLabel('Milestone')).toHaveValue('gate-in')
  await box.getByRole('button', { name: 'Send' }).click()
  await expect(box.getByText('Fill this in.').first()).toBeVisible()
  await box.getByLabel('When').fill(`${inDays(-2)}T08:30`)
  await box.getByLabel('Your name').fill('Ines')
  await examiner.examine(page, 'a milestone')
  await page.context().setOffline(true)
  await box.getByRole('button', { name: 'Send' }).click()
  await expect(box.getByText('Not sent yet: there is no connection.')).toBeVisible()
  await page.context().setOffline(false)
  await expect(box.getByText('The milestone was added.')).toBeVisible()
  await expect(box.getByRole('listitem')).toContainText('Gate in at the port Savannah, GA')
  await expect(box.getByRole('listitem')).toContainText('Ines')
  await box.getByRole('button', { name: 'Correct Gate in at the port of CSQU3054383' }).click()
  await box.getByLabel('When').fill(`${inDays(-3)}T08:30`)
  await box.getByRole('button', { name: 'Send' }).click()
  await expect(box.getByRole('listitem')).toHaveCount(2)
  await expect(box.getByRole('listitem').filter({ hasText: 'Corrected' })).toHaveCount(1)

  // The office sees it with the container, and withdraws the link.
  const [unit] = await asOffice<{ ContainerId: string; LastCode: string }[]>('NewTrackingAPI/GetContainers', { ShipmentId: '' })
  expect(unit?.LastCode).toBe('gate-in')
  await office
    .getByRole('row', { name: /Blue Forwarding/ })
    .getByRole('button', { name: /^More/ })
    .click()
  await office.getByRole('menuitem', { name: 'Revoke link' }).click()
  await expect(office.getByRole('row', { name: /Blue Forwarding/ })).toContainText('Revoked')
  await page.reload()
  await expect(page.getByText('This link was withdrawn. Ask the buyer for a new one.')).toBeVisible()
})
