import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { as, details, go, onFloor, page, palletsOf, server, signature, tablet, waiting } from './kit/floor'
import { picture } from './kit/picture'
import { codeOn } from './kit/qr'
import { rowsOf } from './kit/store'

// What a driver is given and says on a dock: papers without a network, where to go, what holds there, and who stands at the gate.

onFloor()

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
  const load = (await waiting()).find((l) => l.hazmat.length === 0) // the driver alone signs it
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
  await expect(main.getByRole('heading', { name: 'Contacto' })).toBeVisible()
  for (const size of [
    { width: 390, height: 844 },
    { width: 844, height: 390 },
    { width: 820, height: 1180 },
  ]) {
    await page().setViewportSize(size)
    await expect.poll(() => page().evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width)
    await picture(page(), `arrival-${size.width}`, { fullPage: true })
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
  await page().getByRole('button', { name: 'Show gate code' }).click()
  const sign = await codeOn(page(), 'Gate code')
  expect(sign).toMatch(new RegExp(`^${server.url}/GateCheckIn/1#G1\\.[\\w-]{43}$`))

  const own = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'es-MX', hasTouch: true, isMobile: true })
  const phone = await own.newPage()
  await phone.goto(sign)
  await expect(phone.getByText('Calzos antes de abrir las puertas')).toBeVisible()
  await phone.getByRole('button', { name: 'Ya llegué' }).click()
  await expect(phone.getByText('Falta el número.')).toBeVisible()
  await phone.getByLabel('Número de cita, OC, BOL o PRO').fill('no such load')
  await phone.getByLabel('Su nombre').fill('Luis Vega')
  await phone.getByLabel('Transportista').fill('Old Dominion')
  await phone.getByLabel('Placa del camión').fill('GA 4471')
  await phone.getByLabel('Lo he leído y lo cumplo.').check()
  await phone.getByRole('button', { name: 'Ya llegué' }).click()
  await expect(phone.getByText('No se espera ningún camión con el número no such load')).toBeVisible()
  expect((await new AxeBuilder({ page: phone }).analyze()).violations).toEqual([])
  await picture(phone, 'gate-form', { fullPage: true })
  const there = (await rowsOf<{ id: string; warehouse: string; door: string; state: string }>(page(), 'dock_shipment')).some(
    (l) => l.id !== load.id && l.warehouse === load.warehouse && l.door === load.door && ['arrived', 'loading', 'loaded'].includes(l.state),
  )
  await phone.getByLabel('Número de cita, OC, BOL o PRO').fill(load.bol.toLowerCase())
  await phone.getByRole('button', { name: 'Ya llegué' }).click()
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(
    load.door && !there ? `Vaya a la puerta ${load.door}` : 'Espere en el patio. Su puerta aparece aquí.',
  )

  const doors = (await rowsOf<{ id: string; doors: string[] }>(page(), 'warehouse_site')).find((s) => s.id === load.warehouse)?.doors
  const taken = (await rowsOf<{ door: string }>(page(), 'dock_shipment')).map((l) => l.door)
  const Door = doors?.find((d) => !taken.includes(d)) ?? ''
  await as('dock@demo.test', 'DockView/AssignDoor', { ShipmentId: load.id, Door })
  await phone.reload() // it comes back to the same load
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(`Vaya a la puerta ${Door}`)
  expect((await new AxeBuilder({ page: phone }).analyze()).violations).toEqual([])
  await picture(phone, 'gate-door', { fullPage: true })
  await own.close()
  const { Events } = await details(load.id)
  expect(Events.find((e) => e.kind === 'gate-arrival')?.data).toMatchObject({ name: 'Luis Vega', rulesAgreed: true, language: 'es' })
})
