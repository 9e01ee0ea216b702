import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { Device } from './kit/browser'
import { type } from './kit/load'
import { codeOn } from './kit/qr'
import { Server } from './kit/server'
import { loaded, rowsOf } from './kit/store'

// What stands around the loading on a dock floor: how a warehouse wants its board and its loading, a load that must be kept cold, from an order that
// turned up at the door to where its truck stood, one pallet put right, and what all of it came to.

const server = new Server()
let tablet: Device
const page = () => tablet.page

test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  await server.start()
  tablet = new Device(server.url, { width: 820, height: 1180 })
  await tablet.open()
  await tablet.signIn('dock@demo.test')
  await tablet.ready()
  await loaded(page())
})
test.afterAll(async () => {
  await tablet.close()
  await server.remove()
})
test.afterEach(async () => {
  if (test.info().errors.length > 0) await page().screenshot({ path: test.info().outputPath('tablet.png') })
  expect(tablet.troubles).toEqual([])
})

interface Load {
  id: string
  bol: string
  state: string
  door: string
  warehouse: string
  shipOn: string
  loadedPallets: number
  totalPallets: number
  measured: { milli: number; unit: string }
}
interface Pallet {
  id: string
  shipmentId: string
  lpn: string
  state: string
  sscc: string
  pieces: number
  weight: { milli: number; unit: string }
  scannedAt: string | null
  lot: string
  expiresOn: string
}
const as = <T>(user: string, path: string, req: unknown = {}) => server.call(user, path, req) as Promise<T>
const palletsOf = (load: { id: string }) => as<Pallet[]>('dock@demo.test', 'DockView/GetLpnNumbers', { ShipmentId: load.id })
const details = (id: string) =>
  as<{ Events: { kind: string; data: Record<string, unknown> }[] }>('office@demo.test', 'Shipment/ShipmentDetails', { ShipmentId: id })
/** Loads of this dock that wait and that nobody has begun, each with more than two pallets. */
const waiting = async () =>
  (await as<Load[]>('dock@demo.test', 'DockView/GetShipmentList', { States: ['waiting'] })).filter(
    (l) => l.loadedPallets === 0 && l.totalPallets > 2,
  )
const sum = (text: string) => createHash('sha256').update(text).digest('hex')
const signature = (load: Load, pallets: number) => ({
  ShipmentId: load.id,
  SignedBy: 'Ada Byron',
  Image: sum(`image of ${load.id}`),
  Strokes: sum(`strokes of ${load.id}`),
  Consent: 'test',
  Pieces: 1,
  Pallets: pallets,
})
const go = (path: string) => page().goto(server.url + path)

/** Chooses how the dock works, as somebody does who stands there. */
async function settings(label: string, on: boolean) {
  await go('/Mobile')
  await page().getByRole('switch', { name: label }).setChecked(on)
  await page().getByRole('button', { name: 'Keep the settings' }).click()
  await expect(page().getByText("The dock's settings are kept.").first()).toBeVisible()
}

test('the board shows loads before their first scan, or not, as the warehouse wants it; a scan opens them all the same', async () => {
  const [load] = await waiting()
  if (!load) throw new Error('no load waits')
  const card = page().getByRole('listitem').filter({ hasText: 'Ready to load' })
  const next = page().getByRole('heading', { name: /^Next/ })
  const hidden = page().getByRole('note').filter({ hasText: 'not shown; this warehouse wants it so' })
  await go('/eSignBOL')
  await expect(next).toBeVisible()
  await expect(hidden).toHaveCount(0)

  await settings('Show loads before their first scan', false)
  await go('/eSignBOL')
  await expect(hidden).toBeVisible()
  await expect(next).toHaveCount(0)
  await expect(card).toHaveCount(0)
  const count = async () => Number(/^\d+/.exec((await hidden.textContent()) ?? '')?.[0])
  const before = await count()
  expect(before).toBeGreaterThan(1)
  // The server's own list says the same.
  const listed = await as<Load[]>('dock@demo.test', 'DockView/GetShipmentList')
  expect(listed.filter((l) => l.state === 'waiting' && l.loadedPallets === 0)).toEqual([])

  const [first] = await palletsOf(load)
  if (!first) throw new Error('no pallets')
  await type(page(), first.lpn)
  await expect(page()).toHaveURL(new RegExp(`/eSignBOL/load/${load.id}`))
  await expect.poll(async () => (await rowsOf<Pallet>(page(), 'dock_pallet')).find((p) => p.id === first.id)?.state).toBe('loaded')
  await go('/eSignBOL')
  await expect(hidden).toBeVisible()
  expect(await count()).toBe(before - 1) // it has been begun, and is at the doors now
  await expect(page().locator(`a[href*="${load.id}"]`).first()).toBeVisible()

  await settings('Show loads before their first scan', true)
  await go('/eSignBOL')
  await expect(next).toBeVisible()
  await expect(hidden).toHaveCount(0)
})

test('pallets go on by their labels, or are ticked off, as the warehouse wants it', async () => {
  const [load] = await waiting()
  if (!load) throw new Error('no load waits')
  const pallets = await palletsOf(load)
  const label = page().getByRole('textbox', { name: 'Label, or its last digits' })
  const ticks = page().getByRole('region', { name: 'Pallets', exact: true })
  await go(`/eSignBOL/load/${load.id}`)
  await expect(label).toBeVisible()
  await expect(ticks).toHaveCount(0)

  await settings('Load pallets by scanning their labels', false)
  await go(`/eSignBOL/load/${load.id}`)
  await expect(ticks).toBeVisible()
  await expect(label).toHaveCount(0)
  const [one, two] = pallets
  if (!one || !two) throw new Error('no pallets')
  const rest = (n: number) => page().getByRole('button', { name: n === 1 ? '1 is left: load it' : `${n} are left: load all` })
  await ticks
    .getByRole('listitem')
    .filter({ hasText: one.lpn.slice(-4) })
    .getByRole('button', { name: 'Load', exact: true })
    .click()
  await expect(rest(pallets.length - 1)).toBeVisible()
  // Who scans all the same is answered, and right.
  await type(page(), two.lpn)
  await expect(
    page()
      .getByRole('status')
      .filter({ hasText: two.lpn.slice(-4) })
      .first(),
  ).toBeVisible()
  await rest(pallets.length - 2).click()
  await expect(page().getByRole('button', { name: 'All aboard' })).toBeDisabled()
  await expect.poll(async () => (await palletsOf(load)).every((p) => p.scannedAt)).toBe(true)

  await settings('Load pallets by scanning their labels', true)
  await go(`/eSignBOL/load/${load.id}`)
  await expect(label).toBeVisible()
  await expect(ticks).toHaveCount(0)

  // A lot on a label of its own joins the pallet before it; one whose pallet is still to come waits, also over a reload.
  const said = (text: string) => page().getByRole('status').filter({ hasText: text }).first()
  const waits = page().getByText('waits for its pallet. Scan the pallet now.')
  const of = async (id: string) => (await palletsOf(load)).find((p) => p.id === id)
  await type(page(), two.lpn)
  await expect(said(two.lpn.slice(-4))).toBeVisible()
  await type(page(), ']C110A-12')
  await expect(said('Noted with this pallet')).toContainText('Lot A-12')
  await type(page(), ']C110B-7')
  await expect(waits).toBeVisible()
  await page().reload()
  await expect(waits).toBeVisible()
  await type(page(), one.lpn)
  await expect(waits).toHaveCount(0)
  await expect(said(one.lpn.slice(-4))).toContainText('Lot B-7')

  // A supplier's own label is taught once, by marking it; the next one is read, and it stands under the settings until it is removed.
  const own = (lot: string) => `ACME|${lot}|31.12.2027`
  await type(page(), one.lpn, own('B-7'))
  await page().getByRole('button', { name: 'Teach this label' }).click()
  const panel = page().getByRole('dialog', { name: 'Teach this label' })
  const mark = async (what: string, text: string) => {
    await panel.getByRole('button', { name: what, exact: true }).click()
    const from = own('B-7').indexOf(text)
    for (const at of [from, from + text.length - 1]) await panel.getByRole('button', { name: new RegExp(`^Character ${at + 1}, `) }).click()
  }
  await mark('Lot', 'B-7')
  await mark('Expiry', '31.12.2027')
  await panel.getByRole('textbox', { name: 'Supplier or customer' }).fill('Acme Paints')
  await panel.getByRole('button', { name: 'Read such labels from now on' }).click()
  await expect(panel).toHaveCount(0)
  await expect(said('Noted with this pallet')).toContainText('expires Dec 31, 2027')
  await type(page(), two.lpn, own('A-12'))
  await expect.poll(() => of(two.id)).toMatchObject({ lot: 'A-12', expiresOn: '2027-12-31' })
  await expect.poll(() => of(one.id)).toMatchObject({ lot: 'B-7', expiresOn: '2027-12-31' })
  await go('/Mobile')
  await page().getByRole('textbox', { name: 'Try a label: scan or type it' }).fill(own('C-1'))
  await expect(page().getByText('Read as a label of Acme Paints.')).toBeVisible()
  await page().getByRole('button', { name: 'Remove the labels of Acme Paints' }).click()
  await page().getByRole('button', { name: 'Remove: such labels are not read any more' }).click()
  await expect(page().getByText('Nothing that was taught reads this.')).toBeVisible()
})

test('an order that turns up at the dock without a network is built, kept cold, and its truck is found again', async () => {
  // ---- the dock, without a network
  await go('/eSignBOL')
  await expect(page().getByRole('button', { name: 'Add an order' })).toBeEnabled()
  await page().getByRole('button', { name: 'Add an order' }).click() // the form is fetched, so that it is there without a network
  const form = page().getByRole('dialog', { name: 'Add an order' })
  await tablet.context.setOffline(true)
  await form.getByLabel('Order number').fill('WALK-7001')
  await form.getByLabel('Consignee').fill('Peachtree Creamery')
  await form.getByLabel('Street').fill('12 Milk Way')
  await form.getByLabel('City').fill('Macon')
  await form.getByLabel('State').fill('GA')
  await form.getByLabel('ZIP').fill('31201')
  await form.getByRole('textbox', { name: 'Goods', exact: true }).fill('Yogurt')
  await form.getByLabel('Pieces').fill('80')
  await form.getByLabel('Pallets').fill('2')
  await form.getByLabel('Weight, lb').fill('1400')
  await form.getByLabel('Temperature that the goods ask for').fill('2 to 8 °C')
  await form.getByRole('button', { name: 'Add the order' }).click()
  await expect(form).toBeHidden()
  await expect(page().getByText('The order is among the open ones.').first()).toBeVisible()
  const order = async () =>
    (await rowsOf<{ id: string; number: string; shipOn: string }>(page(), 'order_open')).find((o) => o.number === 'WALK-7001')
  await expect.poll(async () => (await order())?.number).toBe('WALK-7001')

  // ---- the office builds a shipment of it and puts it on the dock
  await tablet.context.setOffline(false)
  let known: { id: string } | undefined
  await expect(async () => {
    known = await as<{ id: string }>('office@demo.test', 'Shipment/GetOrderByOrderNumber', { OrderNumber: 'WALK-7001' })
  }).toPass({ timeout: 60_000 })
  const built = await as<{ id: string }>('office@demo.test', 'Shipment/BuildShipment', { OrderIds: [known?.id], Carrier: 'SAIA' })
  await as('office@demo.test', 'Shipment/PutOnDock', { ShipmentId: built.id, Door: '' })

  // ---- loaded, with the temperature that the goods ask for
  await go(`/eSignBOL/load/${built.id}`)
  await expect(page().getByText('Keep at 2 to 8 °C')).toBeVisible({ timeout: 60_000 })
  const pallets = await palletsOf(built)
  expect(pallets).toHaveLength(2)
  await type(page(), ...pallets.map((p) => p.lpn))
  await expect(page().getByText(/^2 of 2/)).toBeVisible()
  await page().getByRole('button', { name: 'Done ▸ Seal' }).click()
  const done = page().getByRole('dialog', { name: 'Close the trailer' })
  await done.getByRole('textbox', { name: 'Seal', exact: true }).fill('70010')
  await done.getByRole('button', { name: 'Close with this seal' }).click()
  await expect(done.getByText('Measure it before the doors close.')).toBeVisible() // and the trailer stays open
  const degrees = done.getByLabel('Temperature in the trailer')
  await degrees.fill('12')
  await expect(done.getByText('This is not what the goods ask for.')).toBeVisible()
  await degrees.fill('4.5')
  await expect(done.getByText('This is not what the goods ask for.')).toHaveCount(0)
  await done.getByRole('button', { name: 'Close with this seal' }).click()

  // ---- the driver, and where the truck stands: not without leave, and then within so many metres
  await expect(page()).toHaveURL(new RegExp(`/eSignBOL/driver/${built.id}`))
  const note = page().getByRole('button', { name: 'Note where the truck is' })
  await note.click()
  await expect(page().getByText('This device may not tell where it is.')).toBeVisible()
  await tablet.context.grantPermissions(['geolocation'])
  await tablet.context.setGeolocation({ latitude: 33.7490123, longitude: -84.3880456, accuracy: 12 })
  await note.click()
  await expect(page().getByText('Noted, within 12 m.')).toBeVisible()
  await page().getByRole('textbox', { name: 'Name', exact: true }).fill('Ines Prado')
  await page().getByRole('button', { name: 'Keep ▸ Sign' }).click()
  await expect(page()).toHaveURL(/\/Sign/)

  await expect.poll(async () => (await details(built.id)).Events.map((e) => e.kind)).toContain('driver-location')
  const { Events } = await details(built.id)
  // Every device of the warehouse learns that a place was noted; where it is learns who asks, and that is there for the driver to see.
  const noted = Events.find((e) => e.kind === 'driver-location')?.data
  expect(noted).toEqual({ metres: 12, place: expect.any(String), digest: expect.any(String) })
  const office = await as<Load>('office@demo.test', 'DockView/ReadDriverLocation', { ShipmentId: built.id, Place: noted?.place })
  expect(office).toMatchObject({ latitudeE6: 33_749_012, longitudeE6: -84_388_046, metres: 12 })
  await go(`/eSignBOL/arrived/${built.id}`)
  await expect(page().getByText(/^Noted by /)).toBeVisible()
  await expect(page().getByText(/^Looked up by /)).toBeVisible()
  await page().screenshot({ path: test.info().outputPath('arrival-place.png'), fullPage: true })
  const now = (await as<Load[]>('dock@demo.test', 'DockView/GetShipmentList', { States: ['loaded'] })).find((l) => l.id === built.id)
  expect(now?.measured).toEqual({ milli: 4500, unit: 'C' })
})

test('without a network and without a print computer, the tablet prints papers and labels from its own browser', async () => {
  const [load] = await waiting()
  if (!load) throw new Error('no load waits')
  const pallets = await palletsOf(load)
  await go(`/eSignBOL/load/${load.id}`)
  await expect(page().getByRole('button', { name: 'Print', exact: true })).toBeVisible()
  await page().evaluate(() => {
    const counted = globalThis as unknown as { printed: number }
    counted.printed = 0
    globalThis.print = () => void counted.printed++ // the browser's own dialog would hold the test
  })
  await tablet.context.setOffline(true)
  await server.stop('SIGKILL') // a print computer of this machine cannot be asked either
  await page().getByRole('button', { name: 'Print', exact: true }).click()
  const dialog = page().getByRole('dialog', { name: 'Print', exact: true })
  /** What would come out of the printer. */
  const paper = async (name: string) => {
    await dialog.getByText(name, { exact: true }).click()
    await dialog.getByRole('button', { name: 'Print from this browser' }).click()
    const file = test.info().outputPath(`${name}.pdf`)
    const before = await page().evaluate(() => (globalThis as unknown as { printed: number }).printed)
    await dialog.getByRole('button', { name: 'Print', exact: true }).click()
    expect(await page().evaluate(() => (globalThis as unknown as { printed: number }).printed)).toBe(before + 1)
    writeFileSync(file, await page().pdf({ preferCSSPageSize: true }))
    await dialog.getByRole('button', { name: 'Back' }).click()
    return {
      text: execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' }),
      about: execFileSync('pdfinfo', [file], { encoding: 'utf8' }),
    }
  }
  const bill = await paper('Bill of lading')
  expect(bill.text).toContain('BILL OF LADING')
  expect(bill.text.replaceAll(' ', '')).toContain(load.bol)
  const list = await paper('Packing list')
  expect(list.text).toContain('Packing list')
  for (const p of pallets) expect(list.text.replaceAll(' ', '')).toContain(p.sscc || p.lpn)
  expect(list.text).not.toContain('Print from this browser') // the paper alone, without the app around it
  const labels = await paper('Pallet labels')
  expect(labels.about).toMatch(new RegExp(`Pages: +${pallets.length}\\b`))
  expect(labels.about).toMatch(/Page size: +288 x 432 pts/)
  for (const [n, p] of pallets.entries()) {
    expect(labels.text).toContain(`PALLET ${n + 1} OF ${pallets.length}`)
    expect(labels.text).toContain(p.sscc || p.lpn)
  }
  await server.start()
  await tablet.context.setOffline(false)
})

test('a driver who arrives reads in Spanish where to go and what holds here, and agrees with the times', async () => {
  const [load] = await waiting()
  if (!load) throw new Error('no load waits')
  await go(`/eSignBOL/driver/${load.id}`)
  await page().getByRole('textbox', { name: 'Name', exact: true }).fill('Luis Vega')
  await page().getByRole('button', { name: 'Driver is here' }).click()
  await expect(page()).toHaveURL(new RegExp(`/eSignBOL/arrived/${load.id}`))
  const main = page().getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(load.door ? `Go to door ${load.door}` : /^Wait in the yard/)
  await expect(main.getByText('Wheel chocks before the doors open')).toBeVisible()
  await main.getByRole('button', { name: 'ES' }).click()
  await expect(main.getByText('Calzos antes de abrir las puertas')).toBeVisible()
  await expect(main.getByRole('heading', { name: 'A quién llamar' })).toBeVisible()
  for (const size of [
    { width: 390, height: 844 },
    { width: 844, height: 390 },
    { width: 820, height: 1180 },
  ]) {
    await page().setViewportSize(size)
    expect(await page().evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width)
    await page().screenshot({ path: test.info().outputPath(`arrival-${size.width}.png`), fullPage: true })
  }
  await main.getByRole('button', { name: 'Esta hora es correcta' }).click()
  await expect(main.getByText('El conductor está de acuerdo')).toBeVisible()

  await as('dock@demo.test', 'DockView/GetSaveSignature', signature(load, load.totalPallets))
  await go(`/Sign?load=${load.id}`)
  await page().getByRole('button', { name: 'These times are right' }).click({ timeout: 60_000 })
  await expect(page().getByText('The driver agrees')).toBeVisible()
  await expect
    .poll(async () => (await details(load.id)).Events.filter((e) => e.kind === 'times-agreed').map((e) => e.data.which))
    .toEqual(['arrival', 'release'])
})

test('a driver says at the gate, on a phone of the driver’s own, who is here, and is told the door', async ({ browser }) => {
  const [load] = await waiting()
  if (!load) throw new Error('no load waits')
  await go('/Mobile')
  await page().getByRole('button', { name: 'Show the code for the gate' }).click()
  const sign = await codeOn(page(), 'Code for the gate')
  expect(sign).toMatch(new RegExp(`^${server.url}/Arrive#G1\\.[\\w-]{43}$`))

  const own = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'es-MX', hasTouch: true, isMobile: true })
  const phone = await own.newPage()
  await phone.goto(sign)
  await expect(phone.getByText('Calzos antes de abrir las puertas')).toBeVisible()
  await phone.getByRole('button', { name: 'Ya llegué' }).click()
  await expect(phone.getByText('Falta el número.')).toBeVisible()
  await phone.getByLabel('Conocimiento o número de recogida').fill('no such load')
  await phone.getByLabel('Su nombre').fill('Luis Vega')
  await phone.getByLabel('Transportista').fill('Old Dominion')
  await phone.getByLabel('Lo he leído y lo cumplo.').check()
  await phone.getByRole('button', { name: 'Ya llegué' }).click()
  await expect(phone.getByText('No se espera ningún camión con el número no such load')).toBeVisible()
  expect((await new AxeBuilder({ page: phone }).analyze()).violations).toEqual([])
  await phone.screenshot({ path: test.info().outputPath('gate-form.png'), fullPage: true })
  await phone.getByLabel('Conocimiento o número de recogida').fill(load.bol.toLowerCase())
  await phone.getByRole('button', { name: 'Ya llegué' }).click()
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(
    load.door ? `Vaya a la puerta ${load.door}` : 'Espere en el patio. Su puerta aparece aquí.',
  )

  const doors = (await rowsOf<{ id: string; doors: string[] }>(page(), 'warehouse_site')).find((s) => s.id === load.warehouse)?.doors
  const taken = (await rowsOf<{ door: string }>(page(), 'dock_shipment')).map((l) => l.door)
  const Door = doors?.find((d) => !taken.includes(d)) ?? ''
  await as('dock@demo.test', 'DockView/AssignDoor', { ShipmentId: load.id, Door })
  await phone.reload() // it comes back to the same load
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(`Vaya a la puerta ${Door}`)
  expect((await new AxeBuilder({ page: phone }).analyze()).violations).toEqual([])
  await phone.screenshot({ path: test.info().outputPath('gate-door.png'), fullPage: true })
  await own.close()
  const { Events } = await details(load.id)
  expect(Events.find((e) => e.kind === 'gate-arrival')?.data).toMatchObject({ name: 'Luis Vega', rulesAgreed: true, language: 'es' })
})

test('one pallet is measured again, its picture is looked at, and it is taken from its load', async () => {
  const [load] = await waiting()
  if (!load) throw new Error('no load waits')
  const [one] = await palletsOf(load)
  if (!one) throw new Error('no pallets')
  await go(`/eSignBOL/load/${load.id}?panel=damage&pallet=${one.id}`)
  const damage = page().getByRole('dialog', { name: 'Damage' })
  const [chooser] = await Promise.all([
    page().waitForEvent('filechooser'),
    damage.getByRole('button', { name: 'Choose a picture' }).click(),
  ])
  await chooser.setFiles(join(process.cwd(), 'web/public/icons/512.png'))
  await expect(damage.locator('img')).toBeVisible()
  await damage.getByLabel('What is damaged').fill('crushed')
  await damage.getByRole('button', { name: 'Note the damage' }).click()
  await expect(damage).toBeHidden()

  await go('/PalletsOnDock')
  await page().getByRole('textbox', { name: 'Find in this list' }).fill(one.lpn)
  await page()
    .getByRole('link', { name: new RegExp(one.lpn.slice(-4)) })
    .click()
  const panel = page().getByRole('dialog', { name: new RegExp(one.lpn.slice(-4)) })
  await expect(panel.getByText('crushed').first()).toBeVisible()
  const picture = panel.getByRole('button', { name: `Enlarge Pallet ${one.lpn}, picture 1` })
  await picture.click()
  const large = page().getByRole('dialog', { name: `Pallet ${one.lpn}, picture 1` })
  await expect.poll(() => large.locator('img').evaluate((i: HTMLImageElement) => i.naturalWidth)).toBe(512)
  await large.getByRole('button', { name: 'Close' }).click()

  // Counted and weighed again: the documents' popup saves it under any flag but S and D.
  await panel.getByLabel('Pieces').fill('7')
  await panel.getByLabel('Weight, lb').fill('333.5')
  await panel.getByRole('button', { name: 'Keep', exact: true }).click()
  const onServer = async () => (await palletsOf(load)).find((p) => p.id === one.id)
  await expect.poll(async () => (await onServer())?.pieces).toBe(7)
  expect((await onServer())?.weight).toEqual({ milli: 333_500, unit: 'lb' })
  const selected = await as<Pallet[]>('dock@demo.test', 'DockView/GetPalletPopupDetails', { ShipmentId: load.id, HuId: one.id, Flag: 'S' })
  expect(selected).toMatchObject([{ id: one.id, pieces: 7 }])
  await page().getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await onServer())?.pieces).toBe(one.pieces)

  await panel.getByRole('button', { name: 'Take it from the load' }).click() // flag D
  await expect(panel).toBeHidden()
  await expect.poll(onServer).toBe(undefined)
  await expect(page().getByText('Nothing here matches')).toBeVisible()
})

test('what left the dock is found by a pallet of it, and what was done is a chart and its table', async () => {
  const load = (await as<Load[]>('dock@demo.test', 'DockView/GetShipmentList', { States: ['loading'] })).find((l) => l.loadedPallets > 0)
  if (!load) throw new Error('nothing is being loaded')
  await as('dock@demo.test', 'DockView/GetSaveSignature', signature(load, load.loadedPallets))
  const gone = (await palletsOf(load)).find((p) => p.scannedAt)
  if (!gone) throw new Error('nothing was loaded')
  await go('/PalletHistory')
  const found = page().getByRole('textbox', { name: 'Where did this pallet go?' })
  await expect(found).toBeVisible()
  await type(page(), gone.lpn)
  await expect(page().getByText(`Only loads that ${gone.lpn} was on.`)).toBeVisible()
  const rows = page().getByRole('grid').getByRole('row')
  await expect(page().getByRole('link', { name: new RegExp(load.bol.slice(-4)) })).toHaveCount(1)
  await page()
    .getByRole('link', { name: new RegExp(load.bol.slice(-4)) })
    .click()
  const past = page().getByRole('dialog', { name: `BOL ${load.bol}` })
  await expect(past.getByText(/^Signed by Ada Byron/)).toBeVisible()
  const unit = past.getByRole('button', { name: new RegExp(gone.lpn.slice(-4)) })
  await expect(unit).toHaveAttribute('aria-current', 'true')
  await unit.click()
  const panel = page().getByRole('dialog', { name: new RegExp(gone.lpn.slice(-4)) })
  await expect(panel.getByRole('heading', { name: 'What happened to it' })).toBeVisible()
  await expect(panel.getByText(/loaded/i).first()).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Take it from the load' })).toHaveCount(0) // it has left

  await page().setViewportSize({ width: 1280, height: 1100 })
  await go('/Usage')
  const figure = async (name: string) =>
    Number(
      (
        await page()
          .getByRole('button', { name: new RegExp(`^${name}`) })
          .locator('b')
          .textContent()
      )?.replace(/\D/g, ''),
    )
  const chart = page().getByRole('img', { name: /^Pallets scanned by day/ })
  await expect(chart).toBeVisible()
  const scans = await figure('Pallets scanned')
  expect(scans).toBeGreaterThan(3)
  await expect(chart).toHaveAccessibleName(new RegExp(`: ${scans.toLocaleString('en-US')} in all$`))
  // Each bar says its day and its count, and the bars add up to the figure as the table's lines do.
  const bars = (await chart.locator('title').allTextContents()).map((t) => Number(t.split(': ')[1]?.replace(/\D/g, '')))
  expect(bars.reduce((a, b) => a + b, 0)).toBe(scans)
  const server_ = await as<{ scans: number; signatures: number; userName: string }[]>('dock@demo.test', 'DockView/GetUsage', {
    From: await page().getByLabel('From day').inputValue(),
    To: await page().getByLabel('Until day').inputValue(),
  })
  expect(server_.reduce((a, u) => a + u.scans, 0)).toBe(scans)
  await expect(rows.filter({ hasText: 'Dan Ruiz' }).first()).toBeVisible()
  await page()
    .getByRole('button', { name: /^Signatures \d/ })
    .click()
  await expect(page()).toHaveURL(/of=signatures/)
  await expect(page().getByRole('img', { name: /^Signatures by day/ })).toBeVisible()
  expect(await figure('Signatures')).toBe(server_.reduce((a, u) => a + u.signatures, 0))
  await page().getByLabel('Person', { exact: true }).selectOption({ label: 'Dan Ruiz' })
  await expect.poll(() => figure('Signatures')).toBe(server_.filter((u) => u.userName === 'Dan Ruiz').reduce((a, u) => a + u.signatures, 0))
})
