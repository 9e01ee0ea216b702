import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { picture } from './kit/picture'
import { signBills, unread } from './kit/told'
import { onYard, server, tablet, yard } from './kit/yard'

onYard({ server: 'for all' })

/** What the test touches of the service worker's own world, which the pages' library does not know. */
interface Worker {
  registration: ServiceWorkerRegistration
  clients: {
    openWindow: (path: string) => Promise<null>
    matchAll: (of: { type: 'window'; includeUncontrolled: boolean }) => Promise<unknown[]>
  }
  WindowClient: { prototype: { focus: (this: unknown) => Promise<unknown> } }
  NotificationEvent: new (kind: string, init: { notification: Notification }) => Event
  dispatchEvent: (event: Event) => boolean
}

test('a first load has words on the screen before a single file of the app is here', async () => {
  tablet.installed = false
  await tablet.open('/api/blank')
  const { page } = tablet
  const held: string[] = []
  await page.route('**/*', async (route) => {
    if (route.request().isNavigationRequest()) return route.continue()
    held.push(new URL(route.request().url()).pathname) // never answered: the link is that slow
  })
  const [answer] = await Promise.all([
    page.waitForResponse((r) => r.request().isNavigationRequest()),
    page.goto(yard.url, { waitUntil: 'commit' }),
  ])
  await expect(page.getByText('Loading. On a slow connection the first time takes a minute.')).toBeVisible()
  await expect.poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)).toBe(1) // drawn, not only there
  expect(held.length).toBeGreaterThan(0)
  const { responseBodySize, responseHeadersSize } = await answer.request().sizes()
  expect(responseBodySize + responseHeadersSize).toBeLessThan(3_000) // half a second at 50 kbit/s
})

test('the app can be installed, a device is woken only once its owner has tapped, and a tap on the news opens the app where it happened', async () => {
  tablet.installed = false
  await tablet.open('/Preferences')
  const { context } = tablet
  await context.grantPermissions(['notifications'], { origin: yard.url }) // as its owner answers, once asked
  // The browser maker's push service is out there and cannot be reached from a test: what it would give and bring is put in its place, and the rest is real.
  await context.addInitScript(() => {
    const asks = { count: 0 }
    Object.assign(window, { asks })
    const ask = Notification.requestPermission.bind(Notification)
    Notification.requestPermission = () => {
      asks.count++
      return ask()
    }
    let held: object | null = null
    const endpoint = 'https://push.example/browser'
    const unsubscribe = async () => {
      held = null
      return true
    }
    PushManager.prototype.getSubscription = async () => held as PushSubscription | null
    PushManager.prototype.subscribe = async (options) => {
      const key = options?.applicationServerKey as Uint8Array
      if (!options?.userVisibleOnly || key.length !== 65) throw new Error('no push service would take this')
      held = { endpoint, keys: { p256dh: 'p', auth: 'a' }, unsubscribe }
      return held as PushSubscription
    }
  })
  await tablet.page.reload()
  await tablet.signIn('office@demo.test')
  await tablet.ready()
  const { page } = tablet
  const manifest = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]')
    return link ? await (await fetch(link.href)).json() : undefined
  })
  expect(manifest).toMatchObject({ name: 'Lading', start_url: '/', display: 'standalone' })
  for (const { src } of manifest.icons) expect((await fetch(server.url + src)).headers.get('content-type')).toBe('image/png')
  const cdp = await context.newCDPSession(page)
  const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors')
  expect(installabilityErrors.map((e) => e.errorId)).toEqual([])

  await page.goto(`${yard.url}/Preferences`)
  const woken = page.getByLabel('Notify me on this device while the app is closed')
  await expect(woken).not.toBeChecked()
  const asked = () => page.evaluate(() => (window as unknown as { asks: { count: number } }).asks.count)
  expect(await asked()).toBe(0)

  const kept = page.waitForResponse((r) => r.url().endsWith('/api/token/save'))
  await woken.click()
  expect((await kept).ok()).toBe(true)
  await expect(woken).toBeChecked()
  expect(await asked()).toBe(1)
  const dropped = page.waitForResponse((r) => r.url().endsWith('/api/token/delete'))
  await woken.click()
  expect((await dropped).ok()).toBe(true)
  await expect(woken).not.toBeChecked()

  await picture(page, 'preferences')

  // The worker is brought what the server sends (server/notify/push_test.go opens the same text with the browser's keys).
  const registered = new Promise<string>((resolve) =>
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find((r) => r.scopeURL.startsWith(yard.url) && !r.isDeleted)
      if (ours) resolve(ours.registrationId)
    }),
  )
  await cdp.send('ServiceWorker.enable')
  const registrationId = await registered
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('no worker')
  await page.goto('about:blank') // nobody looks at the app
  const data = readFileSync('sync/testdata/push.json', 'utf8')
  const shown = () =>
    worker.evaluate(async () => {
      const { registration } = globalThis as unknown as Worker
      return (await registration.getNotifications()).map(({ title, body, tag, data }) => ({ title, body, tag, data }))
    })
  const news = { title: 'Lading', body: 'Ada Trucker signed bill 4711 at ATL.', tag: '01N', data: { path: '/ShipmentDetails/S1' } }
  // For as long as the browser counts the tab as one that looks at the app, the bell there is enough.
  const looking = () =>
    worker.evaluate(
      async () => (await (globalThis as unknown as Worker).clients.matchAll({ type: 'window', includeUncontrolled: true })).length,
    )
  await expect.poll(looking).toBe(0)
  for (let twice = 0; twice < 2; twice++)
    await expect(async () => {
      await cdp.send('ServiceWorker.deliverPushMessage', { origin: yard.url, registrationId, data })
      await expect.poll(shown, { timeout: 5_000 }).toEqual([news]) // however often it is brought
    }).toPass()

  // A browser lets a worker open a window only after a person's own tap, which no test can make: it is told where it would go.
  const tapped = () =>
    worker.evaluate(async () => {
      const scope = globalThis as unknown as Worker
      const went: string[] = []
      scope.clients.openWindow = async (path) => {
        went.push(`opens ${path}`)
        return null
      }
      scope.WindowClient.prototype.focus = async function () {
        went.push('comes to the front')
        return this
      }
      const [notification] = await scope.registration.getNotifications()
      if (!notification) throw new Error('nothing to tap')
      notification.close = () => void went.push('is put away')
      const tap = new scope.NotificationEvent('notificationclick', { notification })
      const done = new Promise((resolve) => Object.defineProperty(tap, 'waitUntil', { value: resolve }))
      scope.dispatchEvent(tap)
      await done
      return went
    })
  expect(await tapped()).toEqual(['is put away', 'opens /ShipmentDetails/S1'])
  await page.goto(`${yard.url}/Preferences`)
  await tablet.ready()
  expect(await tapped()).toEqual(['is put away', 'comes to the front']) // with its work as it stands
  expect(tablet.troubles).toEqual([])
})

/** Which of the tabs holds the lead: a lock of its own tells each tab's name among the holders. */
async function leader(tabs: Page[]): Promise<number> {
  const holder = await tabs[0]?.evaluate(
    async () => (await navigator.locks.query()).held?.find((l) => l.name?.endsWith(':leader'))?.clientId,
  )
  if (!holder) return -1
  for (const [n, tab] of tabs.entries()) {
    const own = await tab.evaluate(
      (name) => navigator.locks.request(name, async () => (await navigator.locks.query()).held?.find((l) => l.name === name)?.clientId),
      `who-${n}`,
    )
    if (own === holder) return n
  }
  return -1
}

/** Whether all that this device keeps can be written now, as `tab` finds. */
const stores = (tab: Page) =>
  tab.evaluate(async () => {
    const all = (await indexedDB.databases()).map(
      ({ name = '' }) =>
        new Promise<true>((resolve) => {
          const opening = indexedDB.open(name)
          opening.onsuccess = () => {
            const db = opening.result
            const tx = db.transaction([...db.objectStoreNames], 'readwrite')
            tx.objectStore(db.objectStoreNames[0] ?? '').count()
            tx.oncomplete = () => {
              db.close()
              resolve(true)
            }
          }
        }),
    )
    return Promise.race([Promise.all(all).then(() => true), new Promise<false>((r) => setTimeout(() => r(false), 5_000))])
  })

/**
 * Stops a tab's script for good: it holds its lock, hears nothing and writes no heartbeat, which is the same to all others as being frozen. A browser freezes
 * no tab that is visible, and the test's all are. Nor does it freeze one within a transaction, so neither does this, by what another tab finds.
 */
async function stopScript(tab: Page, other: Page) {
  const cdp = await tab.context().newCDPSession(tab)
  await cdp.send('Debugger.enable')
  for (;;) {
    const stands = new Promise((resolve) => cdp.once('Debugger.paused', resolve))
    await cdp.send('Debugger.pause')
    await stands
    if (await stores(other)) return cdp
    await cdp.send('Debugger.resume')
    while (!(await stores(other))); // it comes to the end of what it was in; stopped at once again, it would take one step each time
  }
}

test('of six tabs one leads; when it is closed or frozen another takes over, and nothing is done twice', async () => {
  await signBills(server, 6)
  await tablet.open()
  await tablet.signIn('office@demo.test')
  await expect(tablet.page.getByRole('button', { name: 'Notifications, 6 new' })).toBeVisible({ timeout: 60_000 })
  let tabs = [tablet.page]
  while (tabs.length < 6) {
    const tab = await tablet.context.newPage()
    await tab.goto(`${yard.url}/Password`)
    await expect(tab.getByRole('button', { name: 'Notifications, 6 new' })).toBeVisible()
    tabs.push(tab)
  }
  let left = 6
  const bell = (tab: Page) => tab.getByRole('button', { name: left > 0 ? `Notifications, ${left} new` : 'Notifications', exact: true })
  const tick = async (tab: Page, count: number) => {
    await tab.bringToFront()
    for (let n = 0; n < count; n++) {
      await bell(tab).click()
      await tab
        .getByRole('dialog')
        .getByRole('button', { name: /^Remove from list/ })
        .first()
        .click()
      await tab.keyboard.press('Escape')
      left--
      await expect(bell(tab)).toBeVisible() // the device has it: what is ticked off next is another one
    }
  }
  /** The one that leads; while the lead passes from one to the next there is none. */
  const led = async (rest: Page[]) => {
    let n = -1
    const found = async () => {
      n = await leader(rest)
      return n
    }
    await expect.poll(found).toBeGreaterThanOrEqual(0)
    return rest[n] as Page
  }

  // Closed in the middle of its pushing.
  const closed = await led(tabs)
  tabs = tabs.filter((t) => t !== closed)
  await tick(tabs[0] as Page, 2)
  await closed.close()
  await led(tabs)
  await tick(tabs[1] as Page, 2)
  await expect((tabs[1] as Page).getByRole('button', { name: 'All saved' })).toBeVisible({ timeout: 60_000 })

  // Frozen, as a browser does with a tab that nobody looks at.
  const frozen = await led(tabs)
  const rest = tabs.filter((t) => t !== frozen)
  await rest[0]?.bringToFront()
  const cdp = await stopScript(frozen, rest[0] as Page)
  await led(rest)
  await tick(rest[0] as Page, 1)
  await cdp.send('Debugger.resume')
  await tick(rest[1] as Page, 1)

  await expect((rest[1] as Page).getByRole('button', { name: 'All saved' })).toBeVisible({ timeout: 60_000 })
  await expect.poll(() => unread(server, 'office@demo.test'), { timeout: 60_000 }).toBe(0)
  await expect.poll(() => yard.applied).toEqual({ mutations: 6, runs: 6 }) // the rows may be here before the answer
})
