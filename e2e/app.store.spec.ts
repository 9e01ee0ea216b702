import { expect, test } from '@playwright/test'
import { freshLoad, type Pallet, scan } from './kit/load'
import { signBills, toldDelivered, unread } from './kit/told'
import { onYard, server, tablet, yard } from './kit/yard'

// What a browser does to what it keeps for us: no room, evicted, or only half written if we did not ask for more.

onYard({ server: 'for all' })

const chip = (name: string | RegExp) => tablet.page.getByRole('button', { name, exact: true })
async function signedIn(user: string) {
  await tablet.open()
  await tablet.signIn(user)
  await expect(chip('All saved')).toBeVisible({ timeout: 60_000 })
}
async function readAll() {
  await tablet.page.getByRole('button', { name: /^Notifications/ }).click()
  await tablet.page.getByRole('button', { name: 'Mark all as read' }).click()
  await tablet.page.keyboard.press('Escape')
}

/** Gives this origin as much room as it uses now and `room` bytes (less, if negative), and goes back to where the tab was. */
async function leaveRoom(room: number) {
  const { page } = tablet
  const at = page.url()
  const cdp = await tablet.context.newCDPSession(page)
  const squeeze = async () => {
    const { usage } = await cdp.send('Storage.getUsageAndQuota', { origin: yard.url })
    await cdp.send('Storage.overrideQuotaForOrigin', { origin: yard.url, quotaSize: Math.max(1, usage + room) })
    return usage
  }
  // The browser remembers how much room there was for as long as anybody has a database open, and a moment longer.
  const feels = () =>
    page.evaluate(async (bytes) => {
      const db = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open('probe')
        opening.onupgradeneeded = () => opening.result.createObjectStore('x')
        opening.onsuccess = () => resolve(opening.result)
      })
      const noise = new Uint8Array(bytes)
      for (let i = 0; i < bytes; i += 65_536) crypto.getRandomValues(noise.subarray(i, Math.min(bytes, i + 65_536)))
      const end = await new Promise((resolve) => {
        const tx = db.transaction('x', 'readwrite')
        tx.objectStore('x').put(noise, 1)
        tx.oncomplete = () => resolve('room')
        tx.onabort = () => resolve(tx.error?.name)
      })
      db.close()
      return end
    }, 6 << 20)
  // And its store packs itself when it is opened again, until there is nothing more to pack.
  let last = await squeeze()
  await expect(async () => {
    await page.goto('about:blank')
    await page.waitForTimeout(2_500) // its own timer for letting go, which nothing tells
    await page.goto(`${yard.url}/api/blank`)
    const felt = await feels()
    const before = last
    last = await squeeze()
    expect(felt).toBe('QuotaExceededError')
    expect(Math.abs(last - before)).toBeLessThan(65_536)
  }).toPass({ timeout: 120_000 })
  await page.goto(at)
  return async () => void (await cdp.send('Storage.overrideQuotaForOrigin', { origin: yard.url }))
}

test('what a person did is written strictly: it has reached the disk when the screen shows it', async () => {
  await signBills(server, 2)
  await signedIn('office@demo.test')
  await tablet.page.addInitScript(() => {
    const writes: { stores: string[]; durability: string }[] = []
    Object.assign(globalThis, { writes })
    const transaction = IDBDatabase.prototype.transaction
    IDBDatabase.prototype.transaction = function (...asked) {
      const tx = transaction.apply(this, asked)
      if (tx.mode === 'readwrite' && this.name.startsWith('lading-outbox'))
        writes.push({ stores: [...tx.objectStoreNames], durability: tx.durability })
      return tx
    }
  })
  await tablet.page.reload()
  await expect(tablet.page.getByRole('button', { name: /^Notifications, \d+ new/ })).toBeVisible({ timeout: 60_000 })
  await readAll()
  await expect.poll(() => unread(server, 'office@demo.test'), { timeout: 60_000 }).toBe(0)
  const writes = await tablet.page.evaluate(() => (globalThis as unknown as { writes: { stores: string[]; durability: string }[] }).writes)
  expect(writes.filter((w) => w.stores.includes('mutations')).length).toBeGreaterThanOrEqual(2)
  expect(writes.filter((w) => w.durability !== 'strict')).toEqual([])
})

test('a full disk: what is done is kept and sent, the person is told, and it is over when there is room again', async () => {
  await signBills(server, 2)
  await signedIn('office@demo.test')
  await tablet.ready()
  await expect(tablet.page.getByRole('button', { name: /^Notifications, \d+ new/ })).toBeVisible({ timeout: 60_000 })
  const free = await leaveRoom(-(2 << 20)) // the room held back is twice that
  const told = tablet.page.getByText('This device has no room left.')

  await expect(told).toBeVisible()
  await readAll()
  await expect.poll(() => unread(server, 'office@demo.test'), { timeout: 60_000 }).toBe(0)
  await signBills(server, 1) // and what the server says still comes
  await tablet.backOnline() // what could not be written is tried again at its own pace
  await expect(tablet.page.getByRole('button', { name: 'Notifications, 1 new' })).toBeVisible()

  // Nor does it keep the app from opening where there is no network.
  yard.down = true
  yard.cut()
  await tablet.page.reload()
  await expect(told).toBeVisible({ timeout: 60_000 })
  await readAll()
  await expect(chip(/^\d+ to send/)).toBeVisible()
  await tablet.page.reload()
  await expect(chip(/^\d+ to send/)).toBeVisible({ timeout: 60_000 })
  yard.down = false
  await tablet.backOnline()
  await expect.poll(() => unread(server, 'office@demo.test'), { timeout: 60_000 }).toBe(0)

  await free()
  await expect(told).toBeHidden({ timeout: 60_000 })
  await expect(chip('All saved')).toBeVisible()
})

test('a disk that has no room even for opening the store: without a network, too, the app opens and says what to do', async () => {
  await tablet.open()
  await tablet.ready()
  const { page } = tablet
  const stores = () => page.evaluate(async () => (await indexedDB.databases()).map((d) => d.name))
  await expect.poll(stores).toContain('lading-session') // a device that somebody has used begins with it
  // Chromium opens a store on the fullest disk; Safari and Firefox answer so.
  await page.addInitScript(() => {
    const open = IDBFactory.prototype.open
    IDBFactory.prototype.open = function (name, ...version) {
      if (!name.startsWith('lading-') || localStorage.getItem('room')) return open.call(this, name, ...version)
      const request = Object.assign(new EventTarget(), {
        error: new DOMException('no room', 'QuotaExceededError'),
        onerror: (_: Event) => {},
      })
      request.addEventListener('error', (e) => request.onerror(e))
      setTimeout(() => request.dispatchEvent(new Event('error', { cancelable: true })))
      return request as unknown as IDBOpenDBRequest // as much of one as is looked at
    }
  })
  yard.down = true
  yard.cut()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'This device has no room left' })).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('Delete photos, downloads or other apps, then try again.')).toBeVisible()
  await page.evaluate(() => localStorage.setItem('room', 'again'))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible({ timeout: 60_000 })
})

test('no room for a photo: the dock worker is told at once, and notes the damage in words', async () => {
  await signedIn('dock@demo.test')
  await tablet.ready()
  const { page } = tablet
  const [pallet] = await freshLoad(page)
  if (!pallet) throw new Error('no pallet to load')
  const { shipmentId, id } = pallet
  await page.goto(`${yard.url}/eSignBOL/load/${shipmentId}`)
  await expect(page.getByRole('button', { name: 'Short', exact: true })).toBeVisible()
  // A picture that stays large however it is drawn anew.
  const noise = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(1200, 900)
    const context = canvas.getContext('2d')
    const image = context?.createImageData(1200, 900)
    if (!context || !image) throw new Error('no canvas')
    for (let i = 0; i < image.data.length; i += 65_536) crypto.getRandomValues(image.data.subarray(i, i + 65_536))
    for (let i = 3; i < image.data.length; i += 4) image.data[i] = 255
    context.putImageData(image, 0, 0)
    return [...new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.6 })).arrayBuffer())]
  })
  // Once the ballast has been given, there is room for work but not for a picture.
  await leaveRoom(-(4 << 20) + 150_000)
  await expect(page.getByRole('button', { name: 'Short', exact: true })).toBeVisible({ timeout: 60_000 })
  await scan(page, pallet)
  await page.getByRole('button', { name: 'Damage + photo' }).click()
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Choose a picture' }).click()])
  await chooser.setFiles({ name: 'damage.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(noise) })
  await expect(page.getByText('The photo could not be kept on this tablet.')).toBeVisible()
  await page.getByLabel('What is damaged').fill('corner crushed')
  await page.getByRole('button', { name: 'Note the damage' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  const kept = async () =>
    ((await server.call('office@demo.test', 'DockView/GetLpnNumbers', { ShipmentId: shipmentId })) as Pallet[]).find((p) => p.id === id)
  await expect.poll(kept, { timeout: 60_000 }).toMatchObject({ state: 'damaged', damageNote: 'corner crushed' })
})

test('storage evicted: the device begins anew, and the server knows what was unsent on the old one', async () => {
  await signBills(server, 3)
  await signedIn('office@demo.test')
  await tablet.ready()
  const bell = tablet.page.getByRole('button', { name: /^Notifications, \d+ new/ })
  await expect(bell).toBeVisible({ timeout: 60_000 })
  const left = await unread(server, 'office@demo.test')
  await toldDelivered(tablet.page)
  yard.noPush = true
  await readAll()
  await expect(chip(new RegExp(`^${left} to send`))).toBeVisible()
  interface Known {
    id: string
    status: { outbox: number } | null
  }
  const devices = async () => ((await server.call('admin@demo.test', 'Sync/Devices')) as { devices: Known[] }).devices
  await tablet.backOnline() // the report of a device's state goes out with everything else
  await expect.poll(async () => (await devices()).some((d) => d.status?.outbox === left), { timeout: 60_000 }).toBe(true)
  const lost = (await devices()).find((d) => d.status?.outbox === left)?.id

  const cdp = await tablet.context.newCDPSession(tablet.page)
  await tablet.page.goto('about:blank')
  await cdp.send('Storage.clearDataForOrigin', { origin: yard.url, storageTypes: 'all' })
  yard.noPush = false
  await tablet.page.goto(yard.url)
  await tablet.signIn('office@demo.test')
  await expect(chip(`Notifications, ${left} new`)).toBeVisible({ timeout: 60_000 })
  expect(await unread(server, 'office@demo.test')).toBe(left)
  await readAll()
  await expect.poll(() => unread(server, 'office@demo.test'), { timeout: 60_000 }).toBe(0)
  const now = await devices()
  expect(now.find((d) => d.id === lost)?.status?.outbox).toBe(left)
  expect(new Set(yard.acts.map((p) => p.device)).has(lost ?? '')).toBe(false)
})

test('databases deleted under the app: what waited in them is told as lost on the device, and to the supervisor', async () => {
  await signBills(server, 2)
  await signedIn('office@demo.test')
  await tablet.ready()
  await expect(tablet.page.getByRole('button', { name: /^Notifications, \d+ new/ })).toBeVisible({ timeout: 60_000 })
  const left = await unread(server, 'office@demo.test')
  await toldDelivered(tablet.page)
  yard.noPush = true
  await readAll()
  await expect(chip(new RegExp(`^${left} to send`))).toBeVisible()
  await expect.poll(() => tablet.page.evaluate(() => localStorage.getItem('lading.unsent'))).toContain(`"n":${left}`)

  const cdp = await tablet.context.newCDPSession(tablet.page)
  await tablet.page.goto('about:blank')
  await cdp.send('Storage.clearDataForOrigin', { origin: yard.url, storageTypes: 'indexeddb' })
  yard.noPush = false
  await tablet.page.goto(yard.url)
  const told = tablet.page.getByRole('alert').filter({ hasText: `${left} actions and photos that waited on this device are lost.` })
  await expect(told).toBeVisible()
  await tablet.signIn('office@demo.test')
  await expect(told).toBeVisible() // until somebody says that they have read it
  await expect
    .poll(
      async () => {
        const { devices } = (await server.call('admin@demo.test', 'Sync/Devices')) as {
          devices: { status: { lostWork?: number } | null }[]
        }
        return devices.map((d) => d.status?.lostWork ?? 0)
      },
      { timeout: 60_000 },
    )
    .toContain(left)
  await told.getByRole('button', { name: 'I have read it' }).click()
  await expect(told).toBeHidden()
})
