import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { Examiner } from './kit/axe'
import { officePage, visit } from './kit/office'
import { older } from './kit/older'
import { Server } from './kit/server'

// A vendor on a phone ships a part of a purchase order, for a while without a signal; the office, which mailed it the link, sees what comes of it once.

const server = new Server()
const examiner = new Examiner()
let office: Page
let phone: BrowserContext | undefined

interface Mail {
  id: string
  recipients: string[]
  state: string
}
interface Load {
  number: string
  pieces: number
  inbound: boolean
  orders: string[]
}
const asOffice = <T>(path: string, req: object = {}) => server.call('office@demo.test', path, req) as Promise<T>
const loadsOf = async (order: string) => {
  const { Shipments } = await asOffice<{ Shipments: Load[] }>('Shipment/GetShipmentList', { statuscode: 'Q', pageSize: 100, pageIndex: 0 })
  return Shipments.filter((s) => s.orders.includes(order)).map((s) => s.pieces)
}

test.beforeAll(async ({ browser }) => {
  await server.start()
  office = await officePage(browser, server.url, 'office@demo.test')
})
test.afterAll(async () => {
  await phone?.close()
  await office?.context().close()
  await server.remove()
  expect(examiner.faults).toEqual([])
})

test('a vendor ships part of an order from a phone without a signal, once, and the office sees it', async () => {
  await asOffice('Org/SaveVendor', {
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
  })
  await visit(office, '/Vendors')
  await office.getByRole('button', { name: 'Portal links' }).click()
  await expect(office.getByRole('button', { name: 'Export' })).toBeEnabled() // the list has its rows
  await examiner.examine(office, 'portal links')
  await office.getByRole('button', { name: /^Send link/ }).click()
  const dialog = office.getByRole('dialog', { name: 'Send portal link to Piedmont Hardware Mill' })
  await expect(dialog.getByLabel('E-mail')).toHaveValue('shipping@piedmont.test')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(dialog).toBeHidden()
  let text = ''
  await expect(async () => {
    const { mails } = await asOffice<{ mails: Mail[] }>('Notify/Mails')
    const found = mails.find((m) => m.recipients.includes('shipping@piedmont.test') && m.state === 'sent')
    expect(found).toBeTruthy()
    text = (await asOffice<{ source: string }>('Notify/Mail', { MailId: found?.id })).source
  }).toPass()
  const link = /http:\/\/127\.0\.0\.1:\d+\/VendorPortal\/1#1\.[\w-]{43}/.exec(text.replace(/=\r?\n/g, ''))?.[0]
  if (!link) throw new Error(`no link in ${text}`)

  phone = await office
    .context()
    .browser()
    ?.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, serviceWorkers: 'block' })
  if (!phone) throw new Error('no browser')
  await phone.addInitScript(...older) // a vendor's phone may be old
  const page = await phone.newPage()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'PO-70011' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'PO-70012' })).toBeHidden() // another vendor's
  await examiner.examine(page, 'vendor, open orders')
  await page.getByRole('button', { name: 'Ship PO-70011' }).click()
  const bolts = page.getByRole('group', { name: /^Hex bolts 3\/8/ })
  await bolts.getByLabel('Pieces').fill('241')
  await expect(bolts.getByText('Only 240 are open.')).toBeVisible()
  await bolts.getByLabel('Pieces').fill('100')
  await bolts.getByLabel('Pallets').fill('4')
  await page.getByRole('button', { name: 'Ship it' }).click()
  await expect(page.getByText('Your name is missing.')).toBeVisible()
  await page.getByLabel('Your name').fill('Rosa Aiken')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'packing.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 list') })
  await examiner.examine(page, 'vendor, shipping')

  // No signal: what was typed outlives the tab, and goes out when there is one.
  await phone.setOffline(true)
  await server.stop('SIGTERM') // a new tab may be a moment ahead of the emulation
  await page.getByRole('button', { name: 'Ship it' }).click()
  await expect(page.getByText('Not sent yet: there is no connection.')).toBeVisible()
  await page.close()
  const again = await phone.newPage()
  await again.goto(link)
  await expect(again.getByText('Not sent yet: there is no connection.')).toBeVisible()
  await expect(again.getByRole('group', { name: /^Hex bolts 3\/8/ }).getByLabel('Pieces')).toHaveValue('100')
  await server.start()
  await phone.setOffline(false)
  await expect(again.getByRole('heading', { name: /Shipped as L\d+/ })).toBeVisible()
  await again.getByRole('button', { name: 'My shipments' }).click()
  await expect(again.getByRole('listitem')).toContainText('Waiting for a carrier')
  await expect(again.getByRole('listitem')).toContainText('Add a document (1)')
  await examiner.examine(again, 'vendor, shipments')

  expect(await loadsOf('PO-70011')).toEqual([100])
  await office.reload()
  await expect(office.getByRole('row', { name: /Piedmont Hardware Mill/ })).toContainText('Opened')

  // The link is withdrawn: it opens nothing, and what was shipped stays.
  await office
    .getByRole('row', { name: /Piedmont Hardware Mill/ })
    .getByRole('button', { name: /^More/ })
    .click()
  await office.getByRole('menuitem', { name: 'Revoke link' }).click()
  await expect(office.getByRole('row', { name: /Piedmont Hardware Mill/ })).toContainText('Revoked')
  await again.reload()
  await expect(again.getByText('This link was withdrawn. Ask the buyer for a new one.')).toBeVisible()
  expect(await loadsOf('PO-70011')).toEqual([100])
})

test('the app says in a browser that is too old for it that it is, and asks for no password', async ({ page }) => {
  await page.addInitScript(...older)
  await page.goto(`${server.url}/Login`)
  await expect(page.getByRole('alert')).toContainText('This browser is too old for Lading.')
  await expect(page.getByRole('alert')).toContainText('Ce navigateur est trop ancien pour Lading.')
  await expect(page.locator('input')).toHaveCount(0)
})

const hidden: Record<string, () => void> = {
  'no database': () => Object.defineProperty(window, 'indexedDB', { value: undefined }),
  'no service worker': () => void Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'),
  'all site data blocked': () =>
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      },
    }),
}
for (const [what, hide] of Object.entries(hidden))
  test(`a browser that keeps nothing, as in a private window, is told so and asks for no password: ${what}`, async ({ page }) => {
    await page.addInitScript(hide)
    await page.goto(`${server.url}/Login`)
    await expect(page.getByRole('alert')).toContainText('This browser blocks storage for Lading. Open it in a window that is not private')
    await expect(page.getByRole('alert')).toContainText('Este navegador bloquea el almacenamiento')
    await expect(page.locator('input')).toHaveCount(0)
  })
