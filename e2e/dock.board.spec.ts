import { expect, test } from '@playwright/test'
import { as, details, go, type Load, onFloor, type Pallet, page, palletsOf, settings, tablet, waiting } from './kit/floor'
import { type } from './kit/load'
import { picture } from './kit/picture'
import { rowOf, rowsBy } from './kit/store'

// How a warehouse wants its board, and what comes to it: an order that turned up at the door, until its truck is found again.

onFloor()

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
  await expect.poll(async () => (await rowOf<Pallet>(page(), 'dock_pallet', first.id))?.state).toBe('loaded')
  await go('/eSignBOL')
  await expect(hidden).toBeVisible()
  await expect.poll(count).toBe(before - 1) // it has been begun, and is at the doors now
  await expect(page().locator(`a[href*="${load.id}"]`).first()).toBeVisible()

  await settings('Show loads before their first scan', true)
  await go('/eSignBOL')
  await expect(next).toBeVisible()
  await expect(hidden).toHaveCount(0)
})

test('an order that turns up at the dock without a network is built, kept cold, and its truck is found again', async () => {
  // ---- the dock, without a network
  await go('/eSignBOL')
  await expect(page().getByRole('button', { name: 'Add an order' })).toBeEnabled()
  await page().getByRole('button', { name: 'Add an order' }).click() // the form is fetched, so that it is there without a network
  const form = page().getByRole('dialog', { name: 'Add an order' })
  await expect(form.getByLabel('Order number')).toBeVisible()
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
  await form.getByLabel('Required temperature').fill('2 to 8 °C')
  await form.getByRole('button', { name: 'Add the order' }).click()
  await expect(form).toBeHidden()
  await expect(page().getByText('Order added to Open Orders.').first()).toBeVisible()
  const order = async () =>
    (await rowsBy<{ id: string; number: string; shipOn: string }>(page(), 'order_open', 'number', { is: 'WALK-7001' }))[0]
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
  await expect(done.getByText('Outside the required temperature.')).toBeVisible()
  await degrees.fill('4.5')
  await expect(done.getByText('Outside the required temperature.')).toHaveCount(0)
  await done.getByRole('button', { name: 'Close with this seal' }).click()

  // ---- the driver, and where the truck stands: not without leave, and then within so many metres
  await expect(page()).toHaveURL(new RegExp(`/eSignBOL/driver/${built.id}`))
  const note = page().getByRole('button', { name: 'Record truck location' })
  await note.click()
  await expect(page().getByText('This device may not tell where it is.')).toBeVisible()
  await tablet.context.grantPermissions(['geolocation'])
  await tablet.context.setGeolocation({ latitude: 33.7490123, longitude: -84.3880456, accuracy: 12 })
  await note.click()
  await expect(page().getByText('Noted, within 12 m.')).toBeVisible()
  await page().getByRole('textbox', { name: 'Name', exact: true }).fill('Ines Prado')
  await page().getByRole('button', { name: 'Save ▸ Sign' }).click()
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
  await picture(page(), 'arrival-place', { fullPage: true })
  const now = (await as<Load[]>('dock@demo.test', 'DockView/GetShipmentList', { States: ['loaded'] })).find((l) => l.id === built.id)
  expect(now?.measured).toEqual({ milli: 4500, unit: 'C' })
})
