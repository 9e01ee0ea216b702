import { expect, test } from '@playwright/test'
import { signBills, toldDelivered, unread } from './kit/told'
import { onYard, server, tablet, yard } from './kit/yard'

// The shell without a network. What can be done in it without any screen of an area is ticking off notifications, which is queued like all work.

onYard({ server: 'for each' })

const chip = (name: string | RegExp) => tablet.page.getByRole('button', { name, exact: true })
const bell = (n: number) => tablet.page.getByRole('button', { name: n > 0 ? `Notifications, ${n} new` : 'Notifications', exact: true })
async function readAll() {
  await tablet.page.getByRole('button', { name: /^Notifications/ }).click()
  await tablet.page.getByRole('button', { name: 'Mark all as read' }).click()
  await tablet.page.keyboard.press('Escape')
}
async function goOffline() {
  yard.down = true
  yard.cut()
}
async function signedIn(user: string) {
  await tablet.open()
  await tablet.signIn(user)
  await expect(chip('All saved')).toBeVisible()
}

test('starts without a server after the browser was closed, keeps what was done, and sends it by itself when the server is back', async () => {
  await signBills(server, 3)
  await signedIn('office@demo.test')
  await expect(bell(3)).toBeVisible()
  await toldDelivered(tablet.page)
  await tablet.ready()

  await server.stop('SIGKILL')
  await tablet.restart()
  await expect(bell(3)).toBeVisible()
  await expect(chip('No connection')).toBeVisible()
  await readAll()
  await expect(bell(0)).toBeVisible()
  await expect(chip(/^3 to send/)).toBeVisible()
  await tablet.killTab()
  await expect(chip(/^3 to send/)).toBeVisible()
  await expect(bell(0)).toBeVisible()

  await server.start()
  // Nothing tells a browser that a server has started. Here alone its own tries are waited for, a minute apart at most; other tests tell it.
  await expect(chip('All saved')).toBeVisible({ timeout: 90_000 })
  expect(await unread(server, 'office@demo.test')).toBe(0)
  expect(tablet.troubles).toEqual([])
})

test('a network that answers everything with its own page loses nothing, and what waited is sent once', async () => {
  await signBills(server, 2)
  await signedIn('office@demo.test')
  await expect(bell(2)).toBeVisible()
  await toldDelivered(tablet.page)
  await tablet.ready()

  yard.portal = true
  yard.cut()
  await readAll()
  await expect(chip(/^2 to send/)).toBeVisible()
  await tablet.page.getByRole('button', { name: /^2 to send/ }).click()
  await tablet.page.getByRole('button', { name: 'Try now' }).click()
  await expect(tablet.page.getByText(/^This Wi-Fi wants its own sign-in page/)).toBeVisible()
  await tablet.page.keyboard.press('Escape')
  expect(await unread(server, 'office@demo.test')).toBe(2)

  yard.portal = false
  await tablet.backOnline()
  await expect(chip('All saved')).toBeVisible()
  expect(await unread(server, 'office@demo.test')).toBe(0)
  await expect.poll(() => yard.applied).toEqual({ mutations: 2, runs: 2 }) // the rows may be here before the answer
})

test('a network that lies while the app is being fetched: none of it is kept, and what was missing comes by itself', async () => {
  tablet.installed = false
  await signBills(server, 1)
  yard.portal = /^\/assets\/(?:BellPanel|WakeSwitch)/
  await signedIn('office@demo.test')
  await expect(bell(1)).toBeVisible()
  await tablet.context.clock.install() // the worker is asked for again half a minute after it could not be had
  await tablet.page.goto(`${yard.url}/Preferences`)
  // The part alone says it; the screen around it works.
  const missing = tablet.page.getByText('This part of the screen is not on this device yet.')
  await expect(missing).toHaveCount(1)
  const first = tablet.page.getByRole('combobox', { name: 'First page' })
  await first.click()
  await tablet.page.getByRole('option', { name: 'Plan › Review Rates' }).click()
  await tablet.page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(missing).toHaveCount(2)

  yard.portal = false
  await expect(missing).toHaveCount(0)
  await expect(first).toHaveValue('Plan › Review Rates')
  await expect(tablet.page.getByRole('button', { name: 'Mark all as read' })).toBeVisible()
  await expect(async () => {
    await tablet.page.clock.fastForward('00:31')
    await expect.poll(() => tablet.page.evaluate(() => navigator.serviceWorker.controller !== null), { timeout: 10_000 }).toBe(true)
  }).toPass({ timeout: 60_000 })
  const kept = await tablet.page.evaluate(async () => {
    const texts: string[] = []
    for (const name of await caches.keys()) for (const one of await (await caches.open(name)).matchAll()) texts.push(await one.text())
    return texts
  })
  expect(kept.length).toBeGreaterThan(50)
  expect(kept.filter((text) => text.includes('Welcome to our Wi-Fi'))).toEqual([])
  await goOffline()
  await tablet.page.goto(`${yard.url}/Password`)
  await expect(tablet.page.getByRole('heading', { name: 'Password' })).toBeVisible()
})

test('who signs out with unsent work is told so; it is sent from the sign-in page as theirs, and the next person sees nothing of it', async () => {
  await signBills(server, 2)
  await signedIn('office@demo.test')
  await expect(bell(2)).toBeVisible()
  await toldDelivered(tablet.page)
  await tablet.ready()
  await goOffline()
  await readAll()
  await expect(chip(/^2 to send/)).toBeVisible()

  await tablet.page.getByRole('button', { name: /person and device/ }).click()
  await tablet.page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(tablet.page.getByText(/2 changes stay on this device\./)).toBeVisible()
  await tablet.page.getByRole('button', { name: 'Sign out anyway' }).click()
  await expect(tablet.page.getByLabel('User name')).toBeVisible()

  // Nobody need sign in for it.
  await expect(tablet.page.getByText(/^2 actions wait on this device\./)).toBeVisible()
  yard.down = false
  await tablet.backOnline()
  await expect(tablet.page.getByText('All work on this device has been sent.')).toBeVisible()
  expect(await unread(server, 'office@demo.test')).toBe(0)

  await tablet.signIn('admin@demo.test')
  await expect(bell(2)).toBeVisible() // the administrator's own, still new
  expect(await unread(server, 'admin@demo.test')).toBe(2)
  await expect(chip('All saved')).toBeVisible()
})

test('storage wiped while work is being sent: the app starts anew and shows what the server has', async () => {
  await signBills(server, 2)
  await signedIn('office@demo.test')
  await expect(bell(2)).toBeVisible()
  const cdp = await tablet.context.newCDPSession(tablet.page)
  await readAll()
  await cdp.send('Storage.clearDataForOrigin', { origin: yard.url, storageTypes: 'all' })
  await tablet.page.reload()
  await expect(tablet.page.getByLabel('User name')).toBeVisible()
  await tablet.signIn('office@demo.test')
  await expect(chip('All saved')).toBeVisible({ timeout: 60_000 })
  // Whatever had been pushed before the wipe is done once; the rest is seen as still new. Nothing is half done.
  const left = await unread(server, 'office@demo.test')
  await expect(bell(left)).toBeVisible()
})
