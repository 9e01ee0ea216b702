import { expect, type Page, test } from '@playwright/test'
import config from '../../playwright.config'
import { Device } from '../kit/browser'
import { Server } from '../kit/server'
import { rowsOf } from '../kit/store'
import { find, PulledBrowser } from './disk'

// The battery is pulled in the very moment in which a tablet says that something is saved: what its disk had not confirmed by then is gone.

interface Shipment {
  id: string
  number: string
  status: string
}

/** A write that asks for nothing but speed, in the same database engine: the cut has to take it. */
const careless = (page: Page, text: string) =>
  page.evaluate(async (value) => {
    const db = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('careless')
      opening.onupgradeneeded = () => opening.result.createObjectStore('kept')
      opening.onsuccess = () => resolve(opening.result)
    })
    await new Promise<void>((resolve) => {
      const tx = db.transaction('kept', 'readwrite', { durability: 'relaxed' })
      tx.objectStore('kept').put(value, 1)
      tx.oncomplete = () => resolve()
    })
    db.close()
  }, text)

const kept = (page: Page) =>
  page.evaluate(async () => {
    const known = (await indexedDB.databases()).some((d) => d.name === 'careless')
    if (!known) return undefined
    const db = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('careless')
      opening.onsuccess = () => resolve(opening.result)
    })
    return await new Promise<unknown>((resolve) => {
      const asking = db.transaction('kept').objectStore('kept').get(1)
      asking.onsuccess = () => resolve(asking.result)
    })
  })

for (let round = 1; round <= Number(process.env.LADING_CUTS ?? 5); round++)
  test(`what was called saved outlives a pulled battery, ${round}`, async () => {
    const browser = find(config.use?.launchOptions?.executablePath ?? 'chromium')
    const pulled = new PulledBrowser(browser)
    find('strace')
    const server = new Server()
    await server.start()
    const tablet = new Device(server.url, { width: 820, height: 1180 }, 'en', pulled.executable)
    try {
      await tablet.open()
      await tablet.signIn('office@demo.test')
      await tablet.ready()
      const saved = () => tablet.page.getByRole('button', { name: 'All saved' })
      await expect(saved()).toBeVisible({ timeout: 60_000 })
      await tablet.page.goto(`${server.url}/Bucket/RateRoute`)
      const rows = tablet.page.getByRole('row').filter({ has: tablet.page.getByRole('button', { name: 'Defer' }) })
      await expect(rows.nth(4)).toBeVisible({ timeout: 60_000 })
      await careless(tablet.page, 'long ago')
      await tablet.context.setOffline(true)
      const quietSince = Date.now()

      // Some shipments, one after the other; the battery goes when the last of them is said to be moved.
      const numbers = (await rows.getByRole('link').allTextContents()).slice(0, 1 + (round % 4))
      for (const number of numbers) {
        await rows.filter({ hasText: number }).getByRole('button', { name: 'Defer' }).click()
        await expect(tablet.page.getByRole('status').filter({ hasText: number })).toBeVisible()
      }
      const pull = Date.now()
      await careless(tablet.page, 'just now')
      pulled.kill(tablet.dir)
      await tablet.context.close().catch(() => {})
      const lost = pulled.cut(tablet.dir, quietSince, pull)
      test.info().annotations.push({ type: 'lost', description: JSON.stringify(Object.fromEntries(lost)) })

      // It starts again, without a network.
      pulled.calm(browser)
      await server.stop('SIGKILL')
      await tablet.open('/Bucket/Deferred')
      const all = async () => (await rowsOf<Shipment>(tablet.page, 'shipment')).filter((s) => numbers.includes(s.number))
      await expect(tablet.page.getByRole('button', { name: new RegExp(`^${numbers.length} to send`) })).toBeVisible({ timeout: 60_000 })
      await expect.poll(async () => (await all()).map((s) => s.status)).toEqual(numbers.map(() => 'H'))
      expect(await kept(tablet.page)).not.toBe('just now') // or nothing was pulled

      await server.start()
      await expect(saved()).toBeVisible({ timeout: 90_000 })
      for (const s of await all()) {
        const now = (await server.call('admin@demo.test', 'Shipment/ShipmentDetails', { ShipmentId: s.id })) as { Shipment: Shipment }
        expect(now.Shipment.status, s.number).toBe('H')
      }
    } finally {
      await tablet.close()
      await server.remove()
      pulled.remove()
    }
  })
