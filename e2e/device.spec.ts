import { expect, type Page, test } from '@playwright/test'
import { ulids } from '@sync/ulid'
import { Examiner, quiet } from './kit/axe'
import { Device } from './kit/browser'
import { Enrolled } from './kit/enrolled'
import { freshLoad, scan } from './kit/load'
import { officePage, signIn, visit } from './kit/office'
import { Server } from './kit/server'
import { rowsOf } from './kit/store'

const server = new Server()
const newId = ulids({ now: Date.now }, Math.random)
/** The administrator's own tab, beside the tablets. */
let page: Page
test.beforeAll(async ({ browser }) => {
  await server.start()
  page = await officePage(browser, `${server.url}/Devices`, 'admin@demo.test')
})
test.afterAll(async () => {
  await page?.context().close()
  await server.remove()
})

/** To the list of devices anew, by way of another screen. */
async function go(path: string) {
  await visit(page, '/Password')
  await visit(page, path)
}

async function comeIn(page: Page, user: string) {
  await signIn(page, user)
  await expect(page).toHaveURL((u) => u.pathname !== '/')
}

interface Known {
  id: string
  name: string
  user: string
  wipedAt: string | null
  tray: number
  status: { battery: { percent: number } | null; outbox: number }
}
const listed = async () => ((await server.call('admin@demo.test', 'Sync/Devices', { limit: 500 })) as { devices: Known[] }).devices

/** With `clock`, the test lets its time pass. */
async function tablet({ clock = false } = {}): Promise<{ d: Device; id: string }> {
  const before = new Set((await listed()).map((k) => k.id))
  const d = new Device(server.url, { width: 820, height: 1180 })
  await d.open('/', { clock })
  await comeIn(d.page, 'dock@demo.test')
  await d.ready() // what opens later is on the device, too
  let id = ''
  await expect
    .poll(async () => {
      id = (await listed()).find((k) => !before.has(k.id) && k.status.outbox !== undefined)?.id ?? ''
      return id
    })
    .not.toBe('')
  return { d, id }
}

test('a tablet is asked for its log and to sync again, and is cleared once all of its work is sent', async () => {
  const { d, id } = await tablet()
  await go(`/Devices?device=${id}`)
  await expect(page.getByText('To send')).toBeVisible()
  // Something broke there, and its tab is gone: the log knows.
  await d.page.evaluate(() => reportError(new Error('the forklift was here')))
  await expect.poll(async () => JSON.stringify(await rowsOf(d.page, 'notes', 'log'))).toContain('the forklift was here')
  await d.killTab()
  await expect(d.page.getByRole('main')).toBeVisible()
  expect(d.troubles.splice(0)).toEqual(['the forklift was here'])
  await page.getByRole('button', { name: 'Request log' }).click()
  // It is connected, so it is told at once and does not wait for its next report.
  await expect
    .poll(async () => ((await server.call('admin@demo.test', 'Sync/DeviceLogs', { device: id })) as unknown[]).length, { timeout: 40_000 })
    .toBe(1)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText(/^Sent .* lines?$/)).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'pull' }).first()).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'the forklift was here' })).toHaveCount(1)

  await page.getByRole('button', { name: 'Reload its data' }).click()
  await expect
    .poll(async () => {
      await page.getByRole('button', { name: 'Refresh' }).click()
      return page.getByRole('button', { name: 'Reload its data' }).isVisible()
    })
    .toBe(true)

  // Work that it could not send yet goes out before anything is deleted.
  const [first] = await freshLoad(d.page)
  if (!first) throw new Error('no load')
  await d.page.goto(`${server.url}/eSignBOL/load/${first.shipmentId}`)
  await expect(d.page.getByRole('button', { name: /^(No door|Door )/ }).first()).toBeVisible()
  await d.context.setOffline(true)
  await scan(d.page, first)
  await page.getByRole('button', { name: 'Wipe at next contact' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Wipe' }).click()
  await expect(page.getByRole('button', { name: 'Wipe requested' })).toBeVisible()
  await d.context.setOffline(false)
  await expect(d.page.getByText('An administrator wiped this device')).toBeVisible()
  const left = await d.page.evaluate(async () => (await indexedDB.databases()).map((b) => b.name ?? ''))
  expect(left.filter((n) => n.includes('lading-') && !n.includes('session'))).toEqual([])
  const pallets = (await server.call('dock@demo.test', 'DockView/GetLpnNumbers', { ShipmentId: first.shipmentId })) as {
    id: string
    scannedAt: string | null
  }[]
  expect(pallets.find((p) => p.id === first.id)?.scannedAt).toBeTruthy()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText('Its data is deleted.')).toBeVisible()

  // Whoever signs in there next works on.
  await comeIn(d.page, 'dock@demo.test')
  await freshLoad(d.page)
  expect(d.troubles).toEqual([])
  await d.context.close()
})

test('a tablet whose access was withdrawn hands its work to a supervisor and forgets everything', async () => {
  const { d, id } = await tablet({ clock: true })
  const [first] = await freshLoad(d.page)
  if (!first) throw new Error('no load')
  await d.page.goto(`${server.url}/eSignBOL/load/${first.shipmentId}`)
  await expect(d.page.getByRole('button', { name: /^(No door|Door )/ }).first()).toBeVisible()
  await d.context.setOffline(true)
  await scan(d.page, first)
  await go(`/Devices?device=${id}`)
  await page.getByRole('button', { name: 'Withdraw its access' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw access' }).click()
  await expect(page.getByRole('button', { name: 'Restore access' })).toBeVisible()
  await d.context.setOffline(false)
  // What was settled is waited for a minute to be on the replica as well, of which a device without access does not hear.
  // In steps shorter than what a request may take.
  const cleared = d.page.getByText('An administrator wiped this device')
  await expect(async () => {
    await d.context.clock.fastForward('00:20')
    await expect(cleared).toBeVisible({ timeout: 3_000 })
  }).toPass()
  const pallets = (await server.call('dock@demo.test', 'DockView/GetLpnNumbers', { ShipmentId: first.shipmentId })) as {
    id: string
    scannedAt: string | null
  }[]
  expect(pallets.find((p) => p.id === first.id)?.scannedAt).toBeFalsy() // nobody knows in whose hands it was
  await go('/Devices?work=true')
  await expect(page.getByText(/You loaded pallet|loaded pallet/).first()).toBeVisible()
  await d.context.close()
})

test('a stuck tablet is found in two taps, at every size', async () => {
  const stuck = await Enrolled.new(() => server.url, 'dock@demo.test', newId(), 'Dock 4')
  const id = stuck.device
  await stuck.call('sync/status', {
    outbox: 7,
    oldestAt: new Date(Date.now() - 40 * 60_000).toISOString(),
    build: 'an older one',
    storage: { persisted: false, usage: 9_000_000, quota: 90_000_000 },
    battery: { percent: 12, charging: false },
    lagMs: 300_000,
  })
  await go('/Devices') // the first tap, in the person's menu
  await page.getByRole('button', { name: /^Stuck over 15 minutes/ }).click()
  await expect(page.getByText('Unsent work')).toHaveCount(1)
  await expect(page.getByText('12 %')).toBeVisible()
  const looks = new Examiner()
  for (const path of ['/Devices?show=stuck', `/Devices?device=${id}`]) {
    await go(path)
    for (const [width, height] of [
      [1280, 800],
      [820, 1180],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      await expect(page.getByText('Unsent work').first()).toBeVisible()
      await quiet(page)
      if (width === 390) await looks.examine(page, `${path} ${width}`) // wider, it is among all pages
    }
  }
  expect(looks.faults).toEqual([])
})
