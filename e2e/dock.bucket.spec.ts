import { expect, type Page, test } from '@playwright/test'
import { Device } from './kit/browser'
import { Server } from './kit/server'
import { loaded, rowOf, rowsBy, rowsOf } from './kit/store'

// The mobile buckets: a phone without a network moves shipments by swipe, by button and many at once, takes a step back, and the office sees
// what came of it when the network returns.

interface Shipment {
  id: string
  number: string
  status: string
  shipOn: string
  onDock: boolean
  carrier: string
}
interface Order {
  id: string
  number: string
  state: string
  warehouse: string
}

/** A finger on the glass: real touches, so the browser's own scrolling has its say. */
async function swipe(page: Page, number: string, dx: number) {
  const row = page.getByRole('row').filter({ hasText: number })
  await row.scrollIntoViewIfNeeded()
  const box = await row.boundingBox()
  if (!box) throw new Error(`no card of ${number}`)
  const session = await page.context().newCDPSession(page)
  const y = box.y + Math.min(60, box.height / 2)
  const from = dx > 0 ? box.x + 70 : box.x + box.width - 30
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y }] })
  await touch('touchStart', from)
  for (let i = 1; i <= 8; i++) await touch('touchMove', from + (dx * i) / 8)
  await touch('touchEnd')
  await session.detach()
}

const statusOf = async (page: Page, id: string) => (await rowOf<Shipment>(page, 'shipment', id))?.status

test('a phone works the buckets without a network, the server has it afterwards, and what is older than a quarter of an hour says so', async () => {
  const server = new Server()
  await server.start()
  const phone = new Device(server.url, { width: 390, height: 844 })
  try {
    await phone.open()
    await phone.signIn('office@demo.test')
    await phone.ready()
    const p = () => phone.page
    await p().goto(`${server.url}/MultipleOrders`)
    await expect(p()).toHaveURL(/\/Bucket\/SetItems/) // the first bucket that is open to the person

    // Counts, pages and order of each bucket, from the rows of this phone.
    const rows = async () => await rowsOf<Shipment>(p(), 'shipment')
    await loaded(p())
    const tabs = p().getByRole('navigation', { name: 'Buckets' })
    const all = await rows()
    expect(all.length).toBeGreaterThan(100)
    for (const [name, status, size] of [
      ['Rate & Route', 'Q', 25],
      ['Deferred', 'H', 15],
      ['Schedule', 'T', 15],
    ] as const) {
      await tabs.getByRole('link', { name: new RegExp(`^${name}`) }).click()
      const n = all.filter((s) => s.status === status).length
      await expect(tabs.getByRole('link', { name: new RegExp(`^${name} ${n}$`) })).toBeVisible()
      // What fits on one page has no others to go to.
      const pages = p().getByRole('navigation', { name: 'Pages' })
      if (n > size) await expect(pages).toContainText(`1–${size} of ${n}`)
      else await expect(pages).toBeHidden()
    }
    await tabs.getByRole('link', { name: /^Rate & Route/ }).click()
    const waiting = all.filter((s) => s.status === 'Q')
    const shown = async () => {
      const numbers = await p().getByRole('row').getByRole('link').allTextContents()
      return numbers.flatMap((n) => waiting.find((s) => s.number === n) ?? [])
    }
    await expect(tabs.getByRole('link', { name: new RegExp(`^Rate & Route ${waiting.length}$`) })).toHaveAttribute('aria-current', 'page')
    await expect.poll(async () => (await shown()).length).toBeGreaterThan(4)
    const days = (list: Shipment[]) => list.map((s) => s.shipOn)
    const first = days(await shown())
    expect(first).toEqual(days(waiting).sort().slice(0, first.length))

    // ---- no network
    await phone.context.setOffline(true)
    await server.stop('SIGKILL')
    const [a, b, c, d, e] = await shown()
    if (!a || !b || !c || !d || !e) throw new Error('too few cards')

    // By swipe, to the left: deferred.
    await swipe(p(), a.number, -260)
    await expect(p().getByRole('row').filter({ hasText: a.number })).toHaveCount(0)
    expect(await statusOf(p(), a.id)).toBe('H')
    // Taken back within ten seconds.
    await p().getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => statusOf(p(), a.id)).toBe('Q')
    await expect(p().getByRole('row').filter({ hasText: a.number })).toHaveCount(1)
    // A twitch, and a swipe to a side that has nothing for this shipment, do nothing.
    await swipe(p(), b.number, -40)
    if (!b.carrier) await swipe(p(), b.number, 260)
    expect(await statusOf(p(), b.id)).toBe('Q')

    // By button: the very same move, with a target for a glove.
    const button = p().getByRole('row').filter({ hasText: b.number }).getByRole('button', { name: 'Defer' })
    const target = await button.boundingBox()
    expect(Math.round(target?.height ?? 0)).toBeGreaterThanOrEqual(56)
    await button.click()
    await expect.poll(() => statusOf(p(), b.id)).toBe('H')

    // Many at once; all of it is one step back. Then again, for good.
    const choose = async () => {
      for (const s of [c, d, e]) await p().getByRole('row').filter({ hasText: s.number }).getByRole('checkbox').check()
      await p().getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Defer' }).click()
    }
    const three = () => Promise.all([c, d, e].map((s) => statusOf(p(), s.id)))
    await choose()
    // The undo of these three, and not the one of before, which stands until theirs takes its place.
    await p().getByRole('status').filter({ hasText: 'Defer: 3' }).getByRole('button', { name: 'Undo' }).click()
    await expect.poll(three).toEqual(['Q', 'Q', 'Q'])
    await choose()
    await expect.poll(three).toEqual(['H', 'H', 'H'])

    // What nothing takes back is asked about first. The message would lie over the buckets for ten seconds: it is closed.
    await p().getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Close' }).last().click()
    await tabs.getByRole('link', { name: /^In Transit/ }).click()
    const rolling = (await rows()).filter((s) => s.status === 'A')
    const firstLink = p().getByRole('row').nth(1).getByRole('link').first()
    let moving: Shipment | undefined
    // The bucket before stands there until this one has been read.
    await expect
      .poll(async () => {
        const number = await firstLink.textContent()
        moving = rolling.find((s) => s.number === number)
        return moving
      })
      .toBeDefined()
    if (!moving) throw new Error('nothing is on the road')
    const { id: movingId, number: mine } = moving
    await swipe(p(), mine, 260)
    const sure = p().getByRole('dialog', { name: 'Mark delivered' })
    await expect(sure).toContainText('cannot be undone')
    expect(await statusOf(p(), movingId)).toBe('A')
    await sure.getByRole('button', { name: 'Mark delivered' }).click()
    await expect.poll(() => statusOf(p(), movingId)).toBe('D')

    // An open order goes back to wait for its items, and comes back.
    await tabs.getByRole('link', { name: /^Open Orders/ }).click()
    const open = new Set((await rowsOf<Order>(p(), 'order_open')).map((o) => o.number))
    let order = ''
    await expect
      .poll(async () => {
        order = (await firstLink.textContent()) ?? ''
        return open.has(order)
      })
      .toBe(true)
    const stateOf = async () => (await rowsBy<Order>(p(), 'order_open', 'number', { is: order }))[0]?.state
    await swipe(p(), order, -260)
    await expect.poll(stateOf).toBe('pending')

    // The tab dies; what was done is there, and so is how old the rest is.
    await phone.killTab()
    await expect.poll(() => statusOf(p(), a.id)).toBe('Q')
    await expect.poll(() => statusOf(p(), b.id)).toBe('H')

    // ---- the network returns
    await server.start()
    await phone.context.setOffline(false)
    await expect(async () => {
      for (const [s, status] of [
        [a, 'Q'],
        [b, 'H'],
        [c, 'H'],
        [d, 'H'],
        [e, 'H'],
        [{ id: movingId, number: mine }, 'D'],
      ] as const) {
        const now = (await server.call('admin@demo.test', 'Shipment/ShipmentDetails', { ShipmentId: s.id })) as { Shipment: Shipment }
        expect(now.Shipment.status, s.number).toBe(status)
      }
      const kept = (await server.call('admin@demo.test', 'Shipment/GetOrderByOrderNumber', { OrderNumber: order })) as Order
      expect(kept.state).toBe('pending')
    }).toPass({ timeout: 30_000 })

    // ---- a quarter of an hour passes without an answer: the rows say so, and can be asked for again
    await phone.context.clock.install()
    await p().goto(`${server.url}/Bucket/Deferred`)
    await expect(p().getByRole('row').nth(1)).toBeVisible({ timeout: 60_000 })
    const refresh = p().getByRole('button', { name: 'Refresh the bucket' })
    await expect(refresh).toHaveCount(0)
    await server.stop('SIGKILL')
    await expect(p().getByRole('button', { name: 'No connection' })).toBeVisible({ timeout: 60_000 }) // an answer that is still being read is news, however late
    await p().clock.fastForward('16:00')
    await expect(refresh).toBeVisible()
    await expect(p().getByText(/^As it was/)).toBeVisible()
    expect(Math.round((await refresh.boundingBox())?.height ?? 0)).toBeGreaterThanOrEqual(56)
    await refresh.click() // nobody answers: it stays as it is
    await expect(refresh).toBeVisible()
    await server.start()
    await expect(async () => {
      if ((await refresh.count()) > 0) await refresh.click({ timeout: 1_000 }).catch(() => {}) // gone meanwhile: that is what is waited for
      await p().clock.runFor(2_000)
      expect(await refresh.count()).toBe(0)
    }).toPass({ timeout: 60_000 })
    expect(phone.troubles).toEqual([])
  } catch (err) {
    await phone.page?.screenshot({ path: test.info().outputPath('phone.png') }).catch(() => {})
    throw err
  } finally {
    await phone.close()
    await server.remove()
  }
})
