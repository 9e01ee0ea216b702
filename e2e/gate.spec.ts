import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { Examiner } from './kit/axe'
import { Device } from './kit/browser'
import { visit } from './kit/office'
import { older } from './kit/older'
import { picture } from './kit/picture'
import { Server } from './kit/server'

// A driver checks in on an own phone whose signal comes and goes: what was typed goes out once, what was told stays to be read, and the page goes on by itself.

const server = new Server()
const examiner = new Examiner()
let phone: BrowserContext | undefined
let tablet: Device | undefined

interface Load {
  id: string
  bol: string
  warehouse: string
  driverName: string
}
const asDock = <T>(path: string, req: object = {}) => server.call('dock@demo.test', path, req) as Promise<T>
const unsent = 'Not sent yet: there is no connection.'

test.beforeAll(async () => {
  await server.start()
})
test.afterAll(async () => {
  await phone?.close()
  await tablet?.close()
  await server.remove()
  expect(examiner.faults).toEqual([])
})

/** Nothing reaches the server: a new tab may be a moment ahead of what the browser emulates. */
async function lose(on: BrowserContext) {
  await on.setOffline(true)
  await server.stop('SIGTERM')
}
async function find(on: BrowserContext) {
  await server.start()
  await on.setOffline(false)
}
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('a driver checks in, waits and leaves by the address of an older sign, for a while without a signal', async ({ browser }) => {
  const load = (await asDock<Load[]>('DockView/GetShipmentList', { States: ['waiting'] })).find(
    (l) => l.warehouse === 'ATL' && l.bol && !l.driverName,
  )
  if (!load) throw new Error('no load waits')
  const { token } = await asDock<{ token: string }>('DockView/GateLink', { Warehouse: 'ATL' })
  await asDock('DockView/AssignDoor', { ShipmentId: load.id, Door: '' })

  phone = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, serviceWorkers: 'block' })
  await phone.addInitScript(...older) // a driver's phone may be old
  const page = await phone.newPage()
  await page.goto(`${server.url}/Arrive#G${token}`)
  await expect(page).toHaveURL(`${server.url}/GateCheckIn#G${token}`)
  await page.getByLabel('Appointment, PO, BOL or PRO number').fill(load.bol)
  await page.getByLabel('Your name').fill('Luis Vega')
  await page.getByLabel('Carrier').fill('Old Dominion')
  await page.getByLabel('License plate of the truck').fill('GA 4417')
  await page.getByLabel('I have read this and keep to it.').check()

  // No signal: what was typed outlives the tab, is corrected, and goes out by itself, once.
  await lose(phone)
  await page.getByRole('button', { name: 'I am here' }).click()
  await expect(page.getByText(unsent)).toBeVisible()
  await page.close()
  const again = await phone.newPage()
  await again.goto(`${server.url}/GateCheckIn#G${token}`)
  await expect(again.getByText(unsent)).toBeVisible()
  await expect(again.getByLabel('License plate of the truck')).toHaveValue('GA 4417')
  await again.getByLabel('License plate of the truck').fill('GA 4471')
  await again.getByRole('button', { name: 'I am here' }).click()
  await expect(again.getByText(unsent)).toBeVisible()
  await find(phone)
  await expect(heading(again)).toHaveText('Wait in the yard. Your door appears here.')
  await expect(again.getByText('GA 4471')).toBeVisible()
  await examiner.examine(again, 'gate, waiting')

  // What was told stays to be read where there is no signal, also in a new tab; the door appears once there is one.
  await lose(phone)
  await again.close()
  const later = await phone.newPage()
  await later.goto(`${server.url}/GateCheckIn#G${token}`)
  await expect(heading(later)).toHaveText('Wait in the yard. Your door appears here.')
  await server.start()
  const doors = await asDock<{ door: string; shipmentId: string }[]>('WarehousesSlots/GetDockList', { Warehouse: 'ATL' })
  const Door = doors.find((d) => !d.shipmentId)?.door ?? ''
  await asDock('DockView/AssignDoor', { ShipmentId: load.id, Door })
  await phone.setOffline(false)
  await expect(heading(later)).toHaveText(`Go to door ${Door}`)

  // Leaving without a signal goes out by itself, too.
  await lose(phone)
  await later.getByText('I am leaving').click()
  await later.getByRole('button', { name: 'Check out' }).click()
  await expect(later.getByText(unsent)).toBeVisible()
  await find(phone)
  await expect(heading(later)).toHaveText('You have checked out. Safe travels.')
  const [now] = (await asDock<Load[]>('DockView/GetShipmentList', { States: ['waiting'] })).filter((l) => l.id === load.id)
  expect(now?.driverName).toBe('')
})

test('a guard admits trucks without a network until no door is left, and a door that was given to two comes before them with both', async () => {
  test.setTimeout(180_000)
  const asAdmin = <T>(path: string, req: object = {}) => server.call('admin@demo.test', path, req) as Promise<T>
  const zone = 'America/New_York'
  // A site of its own, open round the clock.
  const address = { street: '1 Peach St', city: 'Atlanta', state: 'GA', zip: '30301' }
  await asAdmin('Warehouse/Save', { id: 'GTE', name: 'Gate yard', zone, doors: ['1', '2'], address })
  for (const [Direction, SlotMinutes] of [
    ['inbound', 60],
    ['outbound', 30],
  ]) {
    const plan = { WarehouseId: 'GTE', Direction, SlotMinutes, PerDoor: 1, Doors: [] }
    const { SlotConfigId } = await asAdmin<{ SlotConfigId: string }>('WarehousesSlots/updateWarehouseSlotConfig', plan)
    await asAdmin('WarehousesSlots/createWarehouseSlots', { SlotConfigId })
  }
  const terms = { MostBooked: 20, BookDaysAhead: 60, HoldMinutes: 30, OfferMinutes: 60 }
  await asAdmin('Warehouse/SaveBookingTerms', { WarehouseId: 'GTE', ...terms, GateTrucks: 2, GateMinutes: 120 })
  /** Books a door for the half hour that begins next, while a truck that comes now is still there. */
  const book = (Door: string) => {
    const next = new Date(Math.ceil((Date.now() + 1000) / 1_800_000) * 1_800_000)
    const on = (o: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('sv-SE', { timeZone: zone, ...o }).format(next)
    return asAdmin('WarehousesSlots/SaveAppointment', {
      WarehouseId: 'GTE',
      Direction: 'outbound',
      SlotDate: on({ dateStyle: 'short' }),
      StartTime: on({ timeStyle: 'short' }),
      Reference: 'PO 88',
      Carrier: 'Saia',
      Door,
    })
  }

  tablet = new Device(server.url, { width: 820, height: 1180 })
  await tablet.open('/InboundShipments?as=gate&warehouse=GTE')
  await tablet.signIn('admin@demo.test')
  const { page } = tablet
  // Whoever only looks takes no doors.
  await expect(page.getByText('This device holds no doors.')).toBeVisible()
  await tablet.ready()
  expect(await asAdmin('Warehouse/SlotLeases', { WarehouseId: 'GTE' })).toEqual([])
  await page.getByRole('button', { name: 'Hold doors here' }).click()
  await expect(page.getByText(/^2 trucks until/)).toBeVisible()
  await expect(page.getByText('Doors 1, 2')).toBeVisible()
  await tablet.ready()
  await examiner.examine(page, 'gate, the guard')
  await expect(book('1')).rejects.toThrow('appointment-slot-full') // both doors are the gate's
  // The office sees why: the doors are drawn as held, and the free times say so.
  await visit(page, '/DockScheduler?warehouse=GTE')
  await expect(page.getByRole('region', { name: 'Door 1' }).getByText('Held by a gate until')).toBeInViewport() // today opens at the hour that it is
  await expect(page.getByRole('region', { name: 'Doors held by gates' })).toContainText('Door 2')
  await expect(page.getByRole('table', { name: 'Free' }).getByText('full, gate holds 2').first()).toBeVisible()
  await picture(page, 'scheduler-held', { widths: [390, 820, 1440] })
  await visit(page, '/InboundShipments?as=gate&warehouse=GTE')
  await expect(page.getByText(/^2 trucks until/)).toBeVisible()
  await picture(page, 'gate-held', { fullPage: true, widths: [390, 820, 1440] })

  await tablet.context.setOffline(true)
  const admit = async (plate: string, door: string) => {
    await page.getByLabel('License plate').fill(plate)
    await page.getByLabel('Carrier').fill('Estes')
    await page.getByLabel('Driver').fill('Luis Vega')
    await page.getByRole('radio', { name: door, exact: true }).check()
    await page.getByRole('button', { name: `Admit to door ${door}` }).click()
    await expect(page.getByText(`${plate} goes to door ${door}.`)).toBeVisible()
  }
  await admit('GA 1', '1')
  await expect(page.getByText(/^1 truck until/)).toBeVisible()
  await admit('GA 2', '2')
  await expect(page.getByText('No door is left. Do not admit a truck without an appointment.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'No door to admit to' })).toBeDisabled()

  // Meanwhile the office takes door 2 from a tablet that it believes lost, and gives it to another.
  const held = await asAdmin<{ LeaseId: string; Door: string }[]>('Warehouse/SlotLeases', { WarehouseId: 'GTE' })
  await asAdmin('Warehouse/WithdrawSlotLease', { LeaseId: held.find((l) => l.Door === '2')?.LeaseId })
  await book('2')

  await tablet.context.setOffline(false)
  await tablet.backOnline()
  await expect(page.getByRole('button', { name: 'Needs attention 1' })).toBeVisible()
  await page.goto(`${server.url}/NeedsAttention`)
  const item = page.getByRole('listitem').filter({ hasText: 'You admitted GA 2 of Estes to door 2' })
  await expect(item).toContainText('Door 2 has two trucks')
  await expect(item.getByRole('row', { name: /^Truck/ })).toContainText('Saia A0')
  await examiner.examine(page, 'a door that two trucks have')
  await item.getByRole('button', { name: 'Edit and retry' }).click()
  const dialog = page.getByRole('dialog', { name: 'Admit a truck' })
  await dialog.getByLabel('Two trucks stand at this door').check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('No rejected work.')).toBeVisible()
  const day = async () => {
    const on = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(Date.now())
    const { rows } = await asAdmin<{ rows: { plate: string; door: string; state: string }[] }>('Warehouse/InboundDay', {
      WarehouseId: 'GTE',
      SlotDate: on,
    })
    return rows.filter((r) => r.plate).map((r) => `${r.plate} ${r.door} ${r.state}`)
  }
  await expect.poll(day).toEqual(['GA 1 1 here', 'GA 2 2 here'])
})
