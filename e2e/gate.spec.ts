import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { Examiner } from './kit/axe'
import { older } from './kit/older'
import { Server } from './kit/server'

// A driver checks in on an own phone whose signal comes and goes: what was typed goes out once, what was told stays to be read, and the page goes on by itself.

const server = new Server()
const examiner = new Examiner()
let phone: BrowserContext | undefined

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
  await page.getByLabel('Licence plate of the truck').fill('GA 4417')
  await page.getByLabel('I have read this and keep to it.').check()

  // No signal: what was typed outlives the tab, is corrected, and goes out by itself, once.
  await lose(phone)
  await page.getByRole('button', { name: 'I am here' }).click()
  await expect(page.getByText(unsent)).toBeVisible()
  await page.close()
  const again = await phone.newPage()
  await again.goto(`${server.url}/GateCheckIn#G${token}`)
  await expect(again.getByText(unsent)).toBeVisible()
  await expect(again.getByLabel('Licence plate of the truck')).toHaveValue('GA 4417')
  await again.getByLabel('Licence plate of the truck').fill('GA 4471')
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
