import { expect, type Page, test } from '@playwright/test'
import { pickupDay } from './kit/day'
import { freshLoad, type Pallet, scan } from './kit/load'
import { rowsOf } from './kit/store'
import { signBills, toldDelivered, unread } from './kit/told'
import { onYard, server, tablet, yard } from './kit/yard'

// Two versions of the app on one device, and news that come while somebody works.

onYard({ server: 'for all' })

const frame = (page: Page) => page.getByRole('button', { name: /person and device/ })
const chip = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
async function signedIn(user: string, path = '/') {
  await tablet.open(path)
  await tablet.signIn(user)
  await expect(chip(tablet.page, 'All saved')).toBeVisible({ timeout: 60_000 })
  await tablet.ready()
}
async function readAll(page: Page) {
  await bell(page).click()
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await page.keyboard.press('Escape')
}
/** A newer app's tables: it opens the cache with a higher version than the older one. */
const newerTables = () => {
  const open = IDBFactory.prototype.open
  IDBFactory.prototype.open = function (name, version) {
    return open.call(this, name, version && name.startsWith('lading-cache-') ? version + 10 : version)
  }
}
/** Whose files a tab runs on. */
const filesOf = (page: Page) =>
  page.evaluate(() => [
    ...new Set(
      performance
        .getEntriesByType('resource')
        .map((e) => /\/(assets[-\d]*)\//.exec(e.name)?.[1])
        .filter(Boolean),
    ),
  ])
/** A newer app is deployed, and this tab looks for it. */
async function deploy(page: Page) {
  yard.newer = true
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
}
/** Resolves to the holding tab: another one of ours that hears nothing, as a frozen one. */
async function holdCache() {
  const other = await tablet.context.newPage()
  await other.goto(`${yard.url}/api/blank`)
  await other.evaluate(async () => {
    const name = (await indexedDB.databases()).map((d) => d.name ?? '').find((n) => n.startsWith('lading-cache-'))
    await new Promise((resolve) => {
      const opening = indexedDB.open(name ?? '')
      opening.onsuccess = () => resolve(Object.assign(globalThis, { held: opening.result }))
    })
  })
  return other
}

test('two tabs of different versions: the older one is told, still records, and both sides read the outbox', async () => {
  await signBills(server, 2)
  await signedIn('office@demo.test')
  const old = tablet.page // not left before: Chromium may hold on to the worker of a page that was left in mid-load
  await expect(old.getByRole('button', { name: /^Notifications, \d+ new/ })).toBeVisible({ timeout: 60_000 })
  await deploy(old)
  await expect(old.getByText('A newer version is ready.')).toBeVisible()

  const young = await tablet.context.newPage()
  await young.goto(`${yard.url}/Password`)
  await expect(frame(young)).toBeVisible()
  expect(await filesOf(young)).toEqual(['assets']) // not taken by anybody yet: a new tab shows the same version
  await young.addInitScript(newerTables)
  await young.getByRole('button', { name: 'Use it now' }).click()
  await expect.poll(() => filesOf(young).catch(() => [])).toEqual(['assets-2'])
  await expect(frame(young)).toBeVisible()

  await old.bringToFront()
  await expect(old.getByRole('button', { name: 'Use it now' })).toBeVisible()
  await readAll(old)
  await expect.poll(() => unread(server, 'office@demo.test'), { timeout: 60_000 }).toBe(0)
  await expect(chip(young, 'All saved')).toBeVisible()

  await old.addInitScript(newerTables)
  await old.getByRole('button', { name: 'Use it now' }).click()
  await expect.poll(() => filesOf(old).catch(() => [])).toEqual(['assets-2'])
  await expect(chip(old, 'All saved')).toBeVisible()
  await expect(bell(old)).toHaveAccessibleName('Notifications')
  expect(tablet.troubles).toEqual([])
})

test('a tab that holds the store in its old shape: the newer app says so and goes on when it is closed, with everything', async () => {
  await signBills(server, 2)
  await signedIn('office@demo.test')
  const { page } = tablet
  await expect(page.getByRole('button', { name: /^Notifications, \d+ new/ })).toBeVisible({ timeout: 60_000 })
  const left = await unread(server, 'office@demo.test')
  await toldDelivered(page)
  yard.noPush = true
  await readAll(page)
  await expect(chip(page, new RegExp(`^${left} to send`))).toBeVisible()

  const other = await holdCache()
  await page.addInitScript(newerTables)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Please close the other tabs of Lading' })).toBeVisible()
  await other.close()
  await expect(frame(page)).toBeVisible()
  await expect(chip(page, new RegExp(`^${left} to send`))).toBeVisible()
  yard.noPush = false
  await tablet.backOnline()
  await expect.poll(() => unread(server, 'office@demo.test')).toBe(0)
  expect(tablet.troubles).toEqual([])
})

test('a newer app in the middle of a load: the older one works to the end on its own files, and gives way only when asked', async () => {
  await signedIn('dock@demo.test')
  const { page } = tablet
  const [first, second] = await freshLoad(page)
  if (!first || !second) throw new Error('no pallets to load')
  const load = first.shipmentId
  await page.goto(`${yard.url}/eSignBOL/load/${load}`)
  await expect(page.getByRole('button', { name: 'Short', exact: true })).toBeVisible()
  await scan(page, first)

  await deploy(page)
  await expect(page.getByText('A newer version is ready.')).toBeVisible()
  await scan(page, second)
  // Parts that this tab has not shown before, and the files of which the server does not have any more.
  await page.getByRole('button', { name: 'Short', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goto(`${yard.url}/eSignBOL/driver/${load}`)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ada Ortiz')
  await expect(page.getByText('It can be used when you have finished what is open.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Use it now' })).toBeHidden()
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Ada Ortiz')
  expect(await filesOf(page)).toEqual(['assets'])
  expect(yard.gone).toEqual([])

  await page.goto(`${yard.url}/Password`)
  await page.getByRole('button', { name: 'Use it now' }).click()
  // Chromium may hold on to the older worker, where a page was left while that still served it; the person is told what to do then.
  const held = page.getByText('The newer version is used when the app is next opened')
  const taken = async () => (await filesOf(page).catch(() => [])).join() === 'assets-2'
  await expect.poll(async () => (await taken()) || (await held.isVisible())).toBe(true)
  if (!(await taken())) await tablet.restart()
  await tablet.page.goto(`${yard.url}/eSignBOL/load/${load}`)
  await expect(tablet.page.getByRole('button', { name: 'Short', exact: true })).toBeVisible()
  expect(await filesOf(tablet.page)).toEqual(['assets-2'])
  const mine = async () =>
    ((await server.call('office@demo.test', 'DockView/GetLpnNumbers', { ShipmentId: load })) as Pallet[])
      .filter((p) => p.scannedAt)
      .map((p) => p.id)
  await expect.poll(mine, { timeout: 60_000 }).toEqual(expect.arrayContaining([first.id, second.id]))
  expect(tablet.troubles).toEqual([])
})

test('somebody else changes what a form is about: what was typed stays, and the form says whose change it was', async () => {
  await signedIn('office@demo.test')
  const { page } = tablet
  interface Shipment {
    id: string
    number: string
    status: string
  }
  let shipment: Shipment | undefined
  await expect
    .poll(async () => {
      shipment = (await rowsOf<Shipment>(page, 'shipment')).find((s) => s.status === 'H')
      return shipment
    })
    .toBeTruthy()
  if (!shipment) throw new Error('no scheduled shipment')
  await page.goto(`${yard.url}/ShipmentDetails/${shipment.id}`)
  await page.getByRole('button', { name: 'Change the pickup' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Window from').fill('07:15')

  await server.call('admin@demo.test', 'Shipment/UpdateSchedule', {
    ShipmentId: shipment.id,
    ShipOn: pickupDay(3),
    PickupByFromTime: '10:00',
    PickupByToTime: '12:00',
  })
  const admin = (await rowsOf<{ userName: string; name: string }>(page, 'access_user'))[0]
  await expect(form.getByText(/^.+ changed this .+, while it was open\. What you typed is still here\.$/)).toBeVisible()
  await expect(form.getByText(`${admin?.name} changed this`)).toBeHidden() // not our own name
  await expect(form.getByLabel('Window from')).toHaveValue('07:15')
  await page.keyboard.press('Escape')
  await expect(page.getByText('10:00').first()).toBeVisible()
})

test('where no WebSocket gets through and where pokes are lost, news come by asking, and the age of what is shown is told', async () => {
  await tablet.open('/Password', { clock: true })
  await tablet.signIn('office@demo.test')
  const { page } = tablet
  await expect(chip(page, 'All saved')).toBeVisible({ timeout: 60_000 })
  const count = async () => Number(/(\d+) new/.exec((await bell(page).getAttribute('aria-label')) ?? '')?.[1] ?? 0)
  await signBills(server, 1)
  await expect.poll(count, { timeout: 60_000 }).toBeGreaterThan(0)
  const before = await count()
  /** Minutes pass for the tab until it has asked. */
  const told = (news: number) =>
    expect(async () => {
      await page.clock.fastForward('01:05')
      await expect.poll(count, { timeout: 2_000 }).toBe(news)
    }).toPass({ timeout: 60_000 })

  yard.deaf = true
  await signBills(server, 1)
  await told(before + 1)

  yard.noSockets = true
  yard.cut()
  await signBills(server, 1)
  await told(before + 2)
  await toldDelivered(page) // or that would be what waits to be sent

  yard.down = true
  yard.cut()
  // An answer that is on its way in the meantime puts off the next question by a minute.
  await expect(async () => {
    await page.clock.fastForward('01:05')
    await expect(chip(page, 'No connection')).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 60_000 })
  await page.clock.fastForward('30:00')
  await chip(page, 'No connection').click()
  await expect(page.getByRole('definition').filter({ hasText: /3\d minutes ago|3\d min/ })).toBeVisible()
})
