import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { Device } from './kit/browser'
import { draw, type } from './kit/load'
import { picture } from './kit/picture'
import { codeOn } from './kit/qr'
import { Server } from './kit/server'

// The driver signs on a phone of the driver's own: by a link while the tablet has a network, by codes in both directions while it has none.

/** A person scans again what the tablet did not take, as when the machine was held up in the middle of a scanner's burst. */
async function scanned(page: Page, frames: string[], until: Locator) {
  await expect(async () => {
    for (const f of frames) await type(page, f)
    await expect(until).toBeVisible({ timeout: 3_000 })
  }).toPass({ timeout: 30_000 })
}

interface Load {
  id: string
  bol: string
  pieces: number
  totalPallets: number
  hazmat: string[]
}
interface Pallet {
  id: string
}

/** Words of which no two are alike and that no packing makes short: with them the bill takes more than one code. */
const words = (count: number, seed: number) =>
  String.fromCodePoint(...Array.from({ length: count }, (_, i) => 0x4e00 + (((i + 1) * 7919 + seed * 104729 + i * i * 31) % 20_000)))

/** As a shipper in another script writes on a bill. */
async function makeLong(l: Load) {
  const [pallet] = (await server.call('dock@demo.test', 'DockView/GetLpnNumbers', { ShipmentId: l.id })) as Pallet[]
  await server.call('office@demo.test', 'Shipment/SaveandReprint', {
    ShipmentId: l.id,
    Flag: 'none',
    SpecialInstruction: words(500, 1),
    Reason: 'the consignee asked',
  })
  await server.call('dock@demo.test', 'DockView/NoteDamage', { ShipmentId: l.id, PalletId: pallet?.id, Note: words(400, 2) })
}

const server = new Server()
const tablet = { device: undefined as Device | undefined }
let loads: Load[] = []

test.beforeAll(async () => {
  test.setTimeout(180_000)
  await server.start()
  const waiting = (await server.call('dock@demo.test', 'DockView/GetShipmentList', { States: ['waiting'] })) as Load[]
  loads = waiting.filter((l) => l.totalPallets > 1 && l.hazmat.length === 0).slice(0, 3) // the driver alone signs them
  expect(loads).toHaveLength(3)
  for (const l of loads) {
    for (const p of (await server.call('dock@demo.test', 'DockView/GetLpnNumbers', { ShipmentId: l.id })) as Pallet[])
      await server.call('dock@demo.test', 'DockView/LoadPallet', { ShipmentId: l.id, PalletId: p.id })
    if (l === loads[1]) await makeLong(l)
    await server.call('dock@demo.test', 'DockView/FinishLoading', { ShipmentId: l.id, Seal: '48213', Trailer: '53021' })
  }
  const device = new Device(server.url, { width: 1180, height: 820 })
  tablet.device = device
  await device.open()
  await device.signIn('dock@demo.test')
  await device.ready()
})
test.afterAll(async () => {
  await tablet.device?.close()
  await server.remove()
})

const signScreen = async (load: Load) => {
  const { device } = tablet
  if (!device) throw new Error('no tablet')
  await device.page.goto(`${server.url}/Sign?load=${load.id}`)
  await device.page.getByRole('button', { name: 'On my own phone' }).click()
  return device.page
}

const signed = async (load: Load) =>
  (
    (await server.call('office@demo.test', 'Shipment/ShipmentDetails', { ShipmentId: load.id })) as {
      Events: { kind: string; data: Record<string, unknown>; userName: string }[]
    }
  ).Events.filter((e) => e.kind === 'signed')

test('with a network: a link that the phone opens, in Spanish; the tablet sees it at once', async ({ browser }) => {
  const [load] = loads
  if (!load) throw new Error('no load')
  const dock = await signScreen(load)
  const address = await codeOn(dock, "Code for the driver's phone")
  expect(address).toMatch(new RegExp(`^${server.url}/driver#L1\\.[\\w-]{43}$`))

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'es-MX', hasTouch: true, isMobile: true })
  const page = await phone.newPage()
  await page.goto(address)
  await expect(page.getByText('48213').first()).toBeVisible()
  await picture(page, 'phone-link', { fullPage: true })
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  await page.setViewportSize({ width: 844, height: 390 })
  await picture(page, 'phone-landscape')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Firmar', exact: true }).click()
  await expect(page.getByText('Falta su firma.')).toBeVisible()
  await page.getByText('Leer el conocimiento').click()
  await expect(page.getByText(load.bol).first()).toBeVisible()
  await draw(page)
  await page.getByLabel('Nombre').fill('Luis Ortega')
  await page.getByRole('button', { name: 'Firmar', exact: true }).click()
  await expect(page.getByText('Firmado. Gracias.')).toBeVisible()
  await expect(dock.getByText(/^Signed/).first()).toBeVisible()

  const [event, ...more] = await signed(load)
  expect(more).toEqual([])
  expect(event?.data).toMatchObject({ by: 'Luis Ortega', language: 'es', pieces: load.pieces, phone: { way: 'link', offeredBy: 'U-DOCK' } })
  // for the road: the sealed paper, on the phone at once
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Guardar el conocimiento firmado (PDF)' }).click()
  const pdf = readFileSync(await (await saved).path(), 'latin1')
  expect(pdf.startsWith('%PDF-')).toBe(true)
  expect(pdf).toContain('/ByteRange')
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('Este enlace ya se usó')
  await phone.close()
})

test('without a network at the tablet: the bill in the code, the signature in codes back; a replay is refused', async ({ browser }) => {
  const [, load, next] = loads
  if (!load || !next || !tablet.device) throw new Error('no load')
  await tablet.device.page.goto(`${server.url}/Sign?load=${load.id}`)
  await tablet.device.context.setOffline(true)
  const dock = await signScreen(load)
  await expect(dock.getByText('There is no network here.')).toBeVisible()
  await expect(dock.getByText('If the phone has no signal either')).toBeVisible()
  const address = await codeOn(dock, "Code for the driver's phone")
  expect(address).toMatch(new RegExp(`^${server.url}/driver#O`))
  await picture(dock, 'tablet-code')

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-US', hasTouch: true, isMobile: true })
  const page = await phone.newPage()
  const asked: string[] = []
  page.on('request', (r) => asked.push(new URL(r.url()).pathname))
  await page.goto(address)
  await expect(page.getByText('48213').first()).toBeVisible()

  // The bill is longer than one code: each further one opens a page of its own, as a phone's camera does, and they may come in any order.
  const codes = Number(/Code 1 of (\d+)/.exec((await dock.getByRole('status').filter({ hasText: 'Code 1' }).textContent()) ?? '')?.[1])
  expect(codes).toBeGreaterThan(1)
  await expect(page.getByRole('status')).toContainText(`in ${codes - 1} more codes, 0 of them read`)
  await picture(page, 'phone-parts', { fullPage: true })
  const parts: string[] = []
  while (parts.length < codes - 1) {
    await dock.getByRole('button', { name: 'Next code' }).click()
    const read = await codeOn(dock, "Code for the driver's phone")
    expect([address, ...parts]).not.toContain(read)
    parts.push(read)
  }
  await expect(dock.getByRole('button', { name: 'From the first code' })).toBeVisible()
  const stranger = await browser.newContext()
  const lost = await stranger.newPage()
  await lost.goto(parts[0] ?? '') // without the first there is nothing to add it to
  await expect(lost.getByRole('alert')).toContainText('This code belongs to another one')
  await stranger.close()
  for (const [n, part] of parts.reverse().entries()) {
    await page.goto('about:blank')
    await page.goto(part)
    if (n + 1 < parts.length) await expect(page.getByRole('status')).toContainText(`${n + 1} of them read`)
  }
  await page.getByText('Read the bill').click()
  await expect(page.getByText(load.bol).first()).toBeVisible()
  await expect(page.getByText(words(500, 1)).first()).toBeVisible() // all of it
  await draw(page)
  await page.getByLabel('Name').fill('Ada Ortiz')
  await page.getByRole('button', { name: 'I disagree' }).click()
  await page.getByLabel('Pallets').fill(String(load.totalPallets - 1))
  await page.getByRole('button', { name: 'FR', exact: true }).click() // the last word on the language is the driver's
  await page.getByRole('button', { name: 'EN', exact: true }).click()
  await picture(page, 'phone-code', { fullPage: true })
  // another language draws the page anew; what was drawn and typed must still be there
  await expect(page.getByLabel('Name')).toHaveValue('Ada Ortiz')
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(page.getByText("Show this to the tablet's camera")).toBeVisible()
  expect(asked.filter((p) => p.startsWith('/api'))).toEqual([])

  // A phone that has opened the page once needs no signal for the next code.
  await phone.setOffline(true)
  const later = await phone.newPage()
  await later.goto(address)
  await expect(later.getByText('48213').first()).toBeVisible()
  await later.close()
  await phone.setOffline(false)

  const frames: string[] = []
  const count = Number(/of (\d+)/.exec((await page.getByRole('status').textContent()) ?? '')?.[1] ?? 1)
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  await picture(page, 'phone-answer')
  while (frames.length < count) {
    if (count > 1) await page.getByRole('button', { name: 'Next code' }).click() // by hand: they stand still then
    frames.push(await codeOn(page, 'Your signature as a code'))
  }
  expect(new Set(frames).size).toBe(count)

  // Under another bill the answer fits nothing.
  const other = await signScreen(next)
  await codeOn(other, "Code for the driver's phone")
  await scanned(other, frames, other.getByText('another code or another bill'))
  await type(other, '00006141410000000004')
  await expect(other.getByRole('alert')).toContainText("not the driver's answer")

  const back = await signScreen(load)
  await codeOn(back, "Code for the driver's phone")
  // The driver counted otherwise: the tablet asks for the photo that no code can carry, and keeps the answer meanwhile.
  await scanned(back, frames, back.getByText('Ada Ortiz counted'))
  await back.reload()
  await expect(back.getByText('Ada Ortiz counted')).toBeVisible()
  const picked = back.waitForEvent('filechooser')
  await back.getByRole('button', { name: 'Choose a picture' }).click()
  await (await picked).setFiles(join(process.cwd(), 'web/public/icons/192.png'))
  await expect(back.getByRole('img', { name: 'Photo 1' })).toBeVisible()
  const axe = await new AxeBuilder({ page: back }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']).analyze()
  expect(axe.violations).toEqual([])
  await picture(back, 'tablet-photo')
  await back.getByRole('button', { name: 'Save signature with photos' }).click()
  await expect(back.getByText(/^Signed/).first()).toBeVisible()

  // A second time there is no code for it to fit: the load is signed.
  await back.goto(`${server.url}/Sign?load=${load.id}&phone=true`)
  await expect(back.getByText(/^Signed/).first()).toBeVisible()
  await expect(back.getByRole('button', { name: 'On my own phone' })).toBeHidden()

  await tablet.device.context.setOffline(false)
  await expect(async () => expect(await signed(load)).toHaveLength(1)).toPass({ timeout: 60_000 })
  const [event] = await signed(load)
  expect(event?.data).toMatchObject({ by: 'Ada Ortiz', language: 'en', pallets: load.totalPallets - 1, phone: { way: 'code' } })
  expect(JSON.stringify(event?.data)).toContain('scanned on board')
  expect(event?.data.photos).toHaveLength(1)
  await phone.close()
  expect(tablet.device.troubles).toEqual([])
})
