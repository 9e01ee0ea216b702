import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { Examiner, quiet } from './kit/axe'
import { backOnline } from './kit/browser'
import { officePage, visit } from './kit/office'
import { Server } from './kit/server'

// Carriers answer on phones of their own, by the link in their mail: one in Spanish, one without a signal, one not at all, one too late. The office
// sees each answer as it comes, and takes one.

const server = new Server()
const examiner = new Examiner()
let office: Page
const phones: BrowserContext[] = []

interface Mail {
  id: string
  recipients: string[]
  subject: string
  state: string
}
interface Quote {
  carrier: string
  state: string
  amountMinor: number
}

const asOffice = <T>(path: string, req: object = {}) => server.call('office@demo.test', path, req) as Promise<T>

/** The newest mail to an address whose subject has these words, as the demonstration's own mail server got it. */
async function mailTo(to: string, about: string): Promise<string> {
  let text = ''
  await expect(async () => {
    const { mails } = await asOffice<{ mails: Mail[] }>('Notify/Mails')
    const found = mails.find((m) => m.recipients.includes(to) && m.subject.includes(about) && m.state === 'sent')
    expect(found, `mail to ${to} about ${about}`).toBeTruthy()
    text = (await asOffice<{ source: string }>('Notify/Mail', { MailId: found?.id })).source
  }).toPass()
  return text.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
}

async function linkTo(to: string): Promise<string> {
  const link = /http:\/\/127\.0\.0\.1:\d+\/QuoteResponse\?QuoteID=\w+#\S+/.exec(await mailTo(to, 'SQ'))?.[0]
  if (!link) throw new Error(`no link in the mail to ${to}`)
  expect(link).toMatch(/#1\.[\w-]{43}$/)
  return link
}

/** Opens a mail's link on a phone that has never been here. */
async function phone(to: string, locale: string, zone: string, { clock = false } = {}) {
  const link = await linkTo(to)
  const context = await office
    .context()
    .browser()
    ?.newContext({ viewport: { width: 390, height: 844 }, locale, timezoneId: zone, hasTouch: true, isMobile: true })
  if (!context) throw new Error('no browser')
  phones.push(context)
  if (clock) await context.clock.install()
  const page = await context.newPage()
  await page.goto(link)
  return { context, page, link }
}

const rateable = async () => {
  const { Shipments } = await asOffice<{ Shipments: { id: string; number: string; warehouse: string }[] }>('Shipment/GetShipmentList', {
    statuscode: 'Q',
    pageSize: 20,
    pageIndex: 0,
  })
  if (Shipments.length < 2) throw new Error('too few shipments wait for a carrier')
  return Shipments
}

test.beforeAll(async ({ browser }) => {
  await server.start()
  office = await officePage(browser, server.url, 'office@demo.test')
})
test.afterAll(async () => {
  for (const p of phones) await p.close()
  await office?.context().close()
  await server.remove()
  expect(examiner.faults).toEqual([])
})

test('three spot quotes are answered on phones, the office sees them live and accepts one', async () => {
  const [load, other] = await rateable()
  if (!load || !other) throw new Error('no load')
  await visit(office, `/ShipmentDetails/${load.id}`)
  await office.getByRole('button', { name: 'Request quotes' }).click()
  const dialog = office.getByRole('dialog', { name: 'Request spot quotes' })
  for (const name of ['Old Dominion Freight Line · ODFL', 'Saia LTL Freight · SAIA', 'R+L Carriers · RLCA'])
    await dialog.getByLabel(name, { exact: true }).check()
  await dialog.getByLabel('Language of the mail to Saia LTL Freight').click()
  await office.getByRole('option', { name: 'Español' }).click()
  await dialog.getByLabel('Note to the carriers').fill('Liftgate at the consignee')
  await dialog.getByLabel('Pick up on a weekend').check() // whatever day this runs on
  await dialog.getByRole('button', { name: 'Send requests' }).click()
  await expect(dialog).toBeHidden()
  const line = (carrier: string) => office.getByRole('listitem', { name: carrier, exact: true })
  await expect(line('Saia LTL Freight')).toContainText('not opened yet')

  // In Spanish, with the deadline by the phone's own clock.
  const saia = await phone('dispatch@saia.test', 'es-MX', 'America/Mexico_City')
  await expect(saia.page.getByRole('heading', { level: 1 })).toContainText('le pide su precio')
  await expect(saia.page.getByText('Liftgate at the consignee')).toBeVisible()
  await expect(saia.page.getByText(/Responda antes de .*según su reloj/)).toContainText('GMT-6')
  await expect(line('Saia LTL Freight')).toContainText('opened once')
  await saia.page.getByRole('button', { name: 'Enviar mi precio' }).click()
  await expect(saia.page.getByText('Escriba un precio o elija no cotizar.')).toBeVisible()
  await saia.page.getByLabel('Flete (USD)').fill('-5')
  await expect(saia.page.getByText('Un importe no puede ser inferior a cero.')).toBeVisible()
  await saia.page.getByLabel('Flete (USD)').fill('900 CAD')
  await expect(saia.page.getByText('El precio se pide en USD.')).toBeVisible()
  await saia.page.getByLabel('Flete (USD)').fill('1,150.00')
  await saia.page.getByLabel('Combustible (USD)').fill('86.5')
  await saia.page.getByLabel('Días de tránsito').fill('2')
  await saia.page.getByLabel('Su nombre').fill('Rosa Ibarra')
  await saia.page
    .locator('input[type=file]')
    .setInputFiles({ name: 'seguro.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 seguro') })
  await examiner.examine(saia.page, 'phone, answering')
  await saia.page.getByRole('button', { name: 'Enviar $ 1,236.50' }).click()
  await expect(saia.page.getByRole('heading', { name: 'Recibido: $ 1,236.50' })).toBeVisible()
  await expect(line('Saia LTL Freight')).toContainText('$ 1,236.50')
  await expect(line('Saia LTL Freight')).toContainText('seguro.pdf')

  // The deadline is moved; the phone that lies open shows it, and what was answered stays.
  await office.getByRole('button', { name: 'More of spot quotes' }).click()
  await office.getByRole('menuitem', { name: 'Move the deadline' }).click()
  const move = office.getByRole('dialog', { name: 'Move the deadline of SQ1001' })
  await move.getByLabel('Answer by').fill(new Date(Date.now() + 36 * 3_600_000).toISOString().slice(0, 16))
  await move.getByRole('button', { name: 'Move the deadline' }).click()
  await expect(move).toBeHidden()
  await expect(saia.page.getByRole('timer')).toHaveText(/^1 d /)
  await expect(saia.page.getByRole('heading', { name: 'Recibido: $ 1,236.50' })).toBeVisible()

  // The demonstration's mail server forgets its letters with the process: the third carrier opens its own before.
  const rlca = await phone('dispatch@rlca.test', 'fr-CA', 'America/Toronto')

  // Without a signal: what was typed outlives the tab, and goes out when there is one.
  const odfl = await phone('dispatch@odfl.test', 'en-US', 'America/New_York')
  await odfl.page.getByLabel('Line haul (USD)').fill('1,100')
  await odfl.context.setOffline(true)
  await server.stop('SIGTERM') // a new tab may be a moment ahead of the emulation; a route would switch off the cache that the page opens from
  await odfl.page.getByRole('button', { name: 'Send $ 1,100' }).click()
  await expect(odfl.page.getByText('Not sent yet: there is no connection.')).toBeVisible()
  await odfl.page.close()
  const reopened = await odfl.context.newPage()
  await reopened.goto(odfl.link)
  await expect(reopened.getByText('Not sent yet: there is no connection.')).toBeVisible()
  await expect(reopened.getByLabel('Line haul (USD)')).toHaveValue('1,100')
  await expect(line('Old Dominion Freight Line')).not.toContainText('$')
  await server.start()
  await odfl.context.setOffline(false)
  await expect(reopened.getByRole('heading', { name: 'Received: $ 1,100' })).toBeVisible()
  await backOnline(office.context())
  await expect(line('Old Dominion Freight Line')).toContainText('$ 1,100')

  // No bid, with its reason.
  await rlca.page.getByLabel('Pas de cotation').check()
  await rlca.page.getByRole('button', { name: 'Envoyer : pas de cotation' }).click()
  await expect(rlca.page.getByText('Choisissez une raison')).toBeVisible()
  await rlca.page.getByLabel('Language').or(rlca.page.getByLabel('Langue')).selectOption('en')
  await rlca.page.getByLabel('Why it failed').selectOption('lane')
  await rlca.page.getByRole('button', { name: 'Send: no bid' }).click()
  await expect(rlca.page.getByRole('heading', { name: 'You do not bid' })).toBeVisible()
  await expect(line('R+L Carriers')).toContainText('We do not serve this lane.')

  // Too late, and told so plainly; it was sent while there was no signal.
  await asOffice('Shipment/SpotQuote', {
    ShipmentIds: [other.id],
    Carriers: [{ SCAC: 'CTII', Email: 'dispatch@ctii.test' }],
    QuoteDeadline: new Date(Date.now() + 30 * 60_000).toISOString(),
    DaySeen: true,
  })
  const late = await phone('dispatch@ctii.test', 'en-US', 'America/Chicago', { clock: true })
  await late.page.getByLabel('Line haul (USD)').fill('700')
  await late.context.setOffline(true)
  await late.page.getByRole('button', { name: 'Send $ 700' }).click()
  await expect(late.page.getByText('Not sent yet: there is no connection.')).toBeVisible()
  await server.stop('SIGTERM') // half an hour passes for both
  server.env.LADING_CLOCK_AHEAD = '31m'
  await server.start()
  await late.context.clock.fastForward('31:00')
  await expect(late.page.getByRole('timer')).toHaveText('Time is up')
  await late.context.setOffline(false)
  await expect(late.page.getByRole('heading', { name: 'No answer is taken any more' })).toBeVisible()
  await expect(late.page.getByText('The time to answer SQ1002 is over, so your answer was not taken.')).toBeVisible()
  await examiner.examine(late.page, 'phone, late')

  await backOnline(office.context())
  await examiner.examine(office, 'answers')
  await office.getByRole('button', { name: 'Accept Old Dominion Freight Line, $ 1,100' }).click()
  const sure = office.getByRole('dialog', { name: 'Accept the quote' })
  await expect(sure).toContainText('$ 1,100')
  await sure.getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(line('Old Dominion Freight Line')).toContainText('Won')
  await expect(line('Saia LTL Freight')).toContainText('Lost')
  await expect(line('R+L Carriers')).toContainText('No bid')
  await expect(office.getByRole('heading', { level: 1, name: load.number })).toBeVisible()
  await expect(office.getByText('Spot quote of ODFL accepted')).toBeVisible()
  expect(await mailTo('dispatch@odfl.test', 'Won: SQ1001')).toContain('$ 1,100')
  expect(await mailTo('dispatch@saia.test', 'No adjudicada: SQ1001')).toContain('otro transportista')
  await reopened.reload()
  await expect(reopened.getByRole('heading', { name: 'Won: $ 1,100' })).toBeVisible()

  // Why this carrier, with the receipt; and all quotes with what came of them.
  await office.getByRole('link', { name: 'Why this carrier' }).first().click()
  await expect(office.getByText('was asked and did not bid')).toBeVisible()
  await office.getByRole('button', { name: 'Receipt of Old Dominion Freight Line, SQ1001' }).click()
  await expect(office.getByText(/SQ1001, ODFL, answer 1/)).toBeVisible()
  await office.goto(`${server.url}/ReviewRates?view=quotes`)
  for (const tab of ['Total 4', 'Won 1', 'Lost 1', 'Missed 1', 'No bid 1', 'Open 0'])
    await expect(office.getByRole('tab', { name: tab })).toBeVisible()
  // What came of them is in the address: a reload, or whoever gets the link, sees the same.
  await office.getByRole('tab', { name: 'Won 1' }).click()
  await expect(office).toHaveURL(/view=quotes&outcome=won/)
  await office.reload()
  await expect(office.getByRole('tab', { name: 'Won 1', selected: true })).toBeVisible()
  await office.getByRole('tab', { name: 'Total 4' }).click()
  await expect(office).not.toHaveURL(/outcome/)
  await quiet(office)
  await examiner.examine(office, 'quotes')
  const { quotes } = await asOffice<{ quotes: Quote[] }>('Shipment/GetShipmentQuotes', { shipmentId: other.id })
  expect(quotes.map((q) => [q.carrier, q.state, q.amountMinor])).toEqual([['CTII', 'missed', 0]])
})

test('loads that were asked in one go are answered in one sheet, by paste and by hand', async () => {
  const loads = (await rateable()).slice(0, 2)
  await asOffice('Shipment/SpotQuote', {
    ShipmentIds: loads.map((l) => l.id),
    Carriers: [{ SCAC: 'CTII', Email: 'sheets@ctii.test' }],
    QuoteDeadline: new Date(Date.now() + 6 * 3_600_000).toISOString(),
    DaySeen: true,
  })
  const { page } = await phone('sheets@ctii.test', 'en-US', 'America/Denver')
  // The network fails as the sheet is opened, and is back when it is tried again.
  const lanes = '**/api/Quote/Lanes'
  await page.route(lanes, (route) => route.abort())
  await page.getByRole('button', { name: 'Request for 2 loads: answer all in one sheet' }).click()
  const failed = page.getByRole('alert')
  await expect(failed).toContainText('No connection.')
  await page.unroute(lanes)
  await failed.getByRole('button', { name: 'Try again' }).click()
  const rows = page.getByRole('listitem')
  await expect(page.getByLabel('Price (USD)')).toHaveCount(2)
  await page.getByText('Paste from a spreadsheet').click()
  await page.getByLabel('Request, price, days and note; or prices alone, in the order below.').fill('1,044.00\n-3')
  await page.getByRole('button', { name: 'Fill in' }).click()
  await expect(page.getByText('Read: 2. Nothing is sent yet.')).toBeVisible()
  await expect(page.getByText('An amount cannot be below zero.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send 1 answer' })).toBeVisible()
  const second = rows.filter({ hasText: 'An amount cannot be below zero.' })
  await second.getByLabel('Price (USD)').fill('')
  await page.getByLabel('No bid').nth(1).selectOption('lane')
  await examiner.examine(page, 'sheet')
  await page.getByLabel('Your name').fill('Rosa Ibarra')
  // It fails twice as they are sent: first nothing arrives, then all of it does and only the answer is lost.
  const send = page.getByRole('button', { name: 'Send 2 answers' })
  const answers = '**/api/Quote/SubmitLanes'
  const standing = async () => {
    const all = await Promise.all(
      loads.map((l) =>
        asOffice<{ quotes: (Quote & { email: string; answers: number; contactName: string })[] }>('Shipment/GetShipmentQuotes', {
          shipmentId: l.id,
        }),
      ),
    )
    return all.map(({ quotes }) =>
      quotes.filter((q) => q.email === 'sheets@ctii.test').map((q) => [q.state, q.amountMinor, q.answers, q.contactName]),
    )
  }
  await page.route(answers, (route) => route.abort())
  await send.click()
  await expect(failed).toContainText('No connection. What you typed is kept on this device')
  expect(await standing()).toEqual([[['requested', 0, 0, '']], [['requested', 0, 0, '']]])
  await page.reload()
  await page.getByRole('button', { name: 'Request for 2 loads: answer all in one sheet' }).click()
  await expect(page.getByLabel('Price (USD)').first()).toHaveValue('1,044.00')
  await expect(page.getByLabel('No bid').nth(1)).toHaveValue('lane')
  await expect(page.getByLabel('Your name')).toHaveValue('Rosa Ibarra')
  await page.unroute(answers)
  await page.route(answers, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await send.click()
  await expect(failed).toContainText('No connection.')
  await page.unroute(answers)
  await send.click()
  await expect(page.getByText('Received: 2. A receipt comes by mail.')).toBeVisible()
  expect(await standing()).toEqual([[['answered', 104_400, 1, 'Rosa Ibarra']], [['no-bid', 0, 1, 'Rosa Ibarra']]])
  await expect(page.getByRole('button', { name: 'Nothing to send yet' })).toBeDisabled()
  expect(await mailTo('sheets@ctii.test', 'Received')).toContain('$ 1,044')
  const { mails } = await asOffice<{ mails: Mail[] }>('Notify/Mails')
  expect(mails.filter((m) => m.recipients.includes('sheets@ctii.test') && m.subject.includes('Received'))).toHaveLength(1)
})

test('a truckload RFQ goes to three carriers, one acknowledges, two offer in two currencies, and one is awarded', async () => {
  await server.call('admin@demo.test', 'Rating/SaveExchange', { currency: 'CAD', day: new Date().toISOString().slice(0, 10), rate: '0.7' })
  for (const [scac, mail] of [
    ['ODFL', 'tl@odfl.test'],
    ['SAIA', 'tl@saia.test'],
    ['RLCA', 'tl@rlca.test'],
  ])
    await asOffice('Carriers/SaveRFQCarrier', { SCAC: scac, Email: mail, Language: 'en' })
  await visit(office, '/TruckloadRFQ')
  await office.getByRole('button', { name: 'New RFQ' }).click()
  const dialog = office.getByRole('dialog', { name: 'New truckload RFQ' })
  await dialog.getByRole('combobox', { name: 'Warehouse' }).click()
  await office.getByRole('option').first().click()
  await dialog.getByLabel('City').fill('Reno')
  await dialog.getByLabel('State').fill('NV')
  await dialog.getByLabel('ZIP').fill('89502')
  await dialog.getByLabel('Ship date').fill(new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10))
  await dialog.getByLabel('Commodity').fill('Ceramic tile')
  await dialog.getByRole('textbox', { name: 'Weight' }).fill('42000')
  await dialog.getByLabel('Pallets').fill('24')
  for (const scac of ['ODFL', 'SAIA', 'RLCA']) await dialog.getByRole('checkbox', { name: new RegExp(`· ${scac}$`) }).check()
  await dialog.getByRole('button', { name: 'Send RFQ' }).click()
  await expect(dialog).toBeHidden()
  await office.getByRole('link', { name: /^RFQ\d+$/ }).click()
  const offers = office.getByRole('region', { name: /^Offers for RFQ/ })
  await expect(offers.getByText('Sent', { exact: true })).toHaveCount(3)

  // By the mail's other address: no price yet, but somebody is working on one.
  const said = /http:\/\/127\.0\.0\.1:\d+\/RFQAcknowledgement\?\S+#\S+/.exec(await mailTo('tl@odfl.test', 'RFQ'))?.[0] ?? ''
  const context = await office
    .context()
    .browser()
    ?.newContext({ viewport: { width: 390, height: 844 }, locale: 'es-MX', hasTouch: true, isMobile: true })
  if (!context) throw new Error('no browser')
  phones.push(context)
  const odfl = await context.newPage()
  await odfl.goto(said)
  await expect(odfl.getByRole('heading', { level: 1 })).toContainText('pide un camión completo')
  await expect(odfl.getByText('Caja seca · Ceramic tile')).toBeVisible()
  await odfl.getByRole('button', { name: 'Estamos preparando un precio' }).click()
  await odfl.getByLabel('Su nombre').fill('Rosa Ibarra')
  // The reply is lost, and the same is sent again by itself: it counts once.
  let lost = 0
  await odfl.route('**/api/Vendor/UpdateRFQCarrierStatus', async (route) => {
    if (lost++ > 0) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await odfl.getByRole('button', { name: 'Estamos preparando un precio' }).click()
  await expect(odfl.getByRole('heading', { name: 'Recibido. Gracias.' })).toBeVisible()
  await examiner.examine(odfl, 'acknowledgement')
  await expect(offers.getByText('Acknowledged', { exact: true })).toBeVisible()
  await odfl.getByRole('link', { name: 'Dar un precio o declinar' }).click()
  await odfl.getByLabel('Moneda').selectOption('CAD')
  await odfl.getByLabel('Flete (CAD)').fill('2500')
  await odfl
    .getByRole('button', { name: /^Enviar CAD/ })
    .or(odfl.getByRole('button', { name: /^Enviar .*2,500/ }))
    .click()
  await expect(odfl.getByRole('heading', { name: /^Recibido: / })).toBeVisible()

  const link = /http:\/\/127\.0\.0\.1:\d+\/QuoteResponse\?QuoteID=\w+#\S+/.exec(await mailTo('tl@saia.test', 'RFQ'))?.[0] ?? ''
  const saia = await context.newPage()
  await saia.goto(link)
  await saia.getByLabel('Idioma').or(saia.getByLabel('Language')).selectOption('en')
  await saia.getByLabel('Line haul (USD)').fill('2000')
  await saia.getByRole('button', { name: 'Send $ 2,000' }).click()
  await expect(saia.getByRole('heading', { name: 'Received: $ 2,000' })).toBeVisible()

  await expect(offers.getByRole('row').nth(1)).toContainText('ODFL')
  await expect(offers.getByRole('row').nth(1)).toContainText('$ 1,750')
  await expect(offers.getByRole('row').nth(2)).toContainText('$ 250')
  await quiet(office)
  await examiner.examine(office, 'RFQ')
  await office.getByRole('button', { name: /^Award to Old Dominion/ }).click()
  const sure = office.getByRole('dialog', { name: /^Award RFQ/ })
  await expect(sure).toContainText('have not answered yet (1)')
  await sure.getByRole('button', { name: 'Award', exact: true }).click()
  await expect(sure).toBeHidden()
  await expect(offers.getByText('Won', { exact: true })).toBeVisible()
  await expect(offers.getByText('Missed', { exact: true })).toBeVisible()
  await saia.reload()
  await expect(saia.getByRole('heading', { name: 'Not awarded' })).toBeVisible()
  await expect(saia.getByText('ODFL')).toHaveCount(0)
  expect(await mailTo('tl@rlca.test', 'Closed: RFQ')).toContain('decided before')
})
