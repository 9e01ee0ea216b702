import { expect, test } from '@playwright/test'
import { Examiner, quiet } from './kit/axe'
import { Device } from './kit/browser'
import { officePage } from './kit/office'
import { YardNetwork } from './kit/proxy'
import { Server } from './kit/server'
import { loaded, rowsBy } from './kit/store'

// An order is put into boxes, the picture is looked at layer by layer, what fits nowhere is named; the packing table verifies it by scan
// without a network, and the office sees it.

interface Plan {
  id: string
  orderNumber: string
  state: string
}
interface Box {
  id: string
  planId: string
  n: number
  state: string
  contents: { code: string; description: string; barcodes: string[]; count: number; scanned: number }[]
}

const measure = (value: number, unit: string) => ({ milli: value * 1000, unit })
const item = (code: string, description: string, pieces: number, [l, w, h]: [number, number, number], pounds: number) => ({
  code,
  description,
  pieces,
  packageType: 'CTN',
  pallets: 0,
  weight: measure(pounds * pieces, 'lb'),
  length: measure(l, 'in'),
  width: measure(w, 'in'),
  height: measure(h, 'in'),
})

test('an order is packed into boxes, verified without a network, and the office sees it', async ({ browser }) => {
  const server = new Server()
  await server.start()
  const yard = new YardNetwork(() => server.port)
  await yard.start()
  const table = new Device(yard.url, { width: 820, height: 1180 })
  const examiner = new Examiner()
  try {
    const post = async (path: string, body: object, token?: string) => {
      const r = await fetch(`${server.url}/api/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
        body: JSON.stringify(body),
      })
      expect(r.status, path).toBe(200)
      return r.json()
    }
    const { result } = await post('token', { grantType: 'password', userName: 'office@demo.test', password: 'lading-demo' })
    await post(
      'Shipment/AddNewOrder',
      {
        OrderNumber: 'PACK-1',
        WHSE: 'ATL',
        Customer: 'NGHS',
        ShipOn: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
        Consignee: { name: 'Harbor Hardware', street: '9 Mill Street', city: 'Mobile', state: 'AL', zip: '36602' },
        Items: [
          item('FAU-SS1', 'Kitchen faucet', 2, [16, 9.5, 3.5], 7.5),
          item('KNB-9', 'Cabinet knobs', 2, [6, 4, 2], 1),
          item('LVL-1', 'Spirit level', 1, [30, 3, 1.5], 2),
          item('SKI', 'Cross-country skis', 1, [82, 5, 4], 7),
        ],
      },
      result.accessToken,
    )

    // The office plans it.
    const [office] = await Promise.all([officePage(browser, server.url, 'office@demo.test'), table.open('/')])
    office.on('pageerror', (err) => table.troubles.push(err.message))
    await office.goto(`${server.url}/ReviewPacking`)
    await office.getByLabel('Order to plan').fill('PACK-1')
    await office.getByRole('button', { name: 'Open the packing' }).click()
    await expect(office.getByRole('heading', { name: 'Packing of order PACK-1' })).toBeVisible()
    const left = office.getByRole('region', { name: '1 piece not packed' })
    await expect(left).toContainText('1 × Cross-country skis')
    await expect(left).toContainText('Larger than every box, however it is turned')
    await expect(office.getByText('Shipping cost')).toBeVisible()

    // The picture, and the same in words.
    const boxes = office.getByRole('navigation', { name: 'Cartons' }).getByRole('button')
    await expect(boxes.filter({ hasText: 'Open' })).toHaveCount(await boxes.count())
    const picture = office.getByRole('figure')
    await expect(picture.locator('svg g')).not.toHaveCount(0)
    const drawn = await picture.locator('svg g').count()
    const less = picture.getByRole('button', { name: 'One layer less' })
    if (await less.isVisible()) {
      await less.click()
      expect(await picture.locator('svg g').count()).toBeLessThan(drawn)
    }
    await picture.getByText('The layers in words').click()
    await expect(picture.getByText(/^A: \d+ × /).first()).toBeVisible()
    await quiet(office)
    await examiner.examine(office, 'review packing')

    // The packing table has it without asking for it, and loses its network.
    await table.signIn('dock@demo.test')
    await table.ready()
    await loaded(table.page)
    await table.page.goto(`${yard.url}/PackVerify`)
    await table.page.getByRole('link', { name: 'PACK-1' }).click()
    await expect(table.page.getByRole('heading', { name: 'Pack order PACK-1' })).toBeVisible()
    const plan = (await rowsBy<Plan>(table.page, 'packing_plan', 'orderNumber', { is: 'PACK-1' }))[0]
    const kept = async () => (await rowsBy<Box>(table.page, 'packing_box', 'planId', { is: plan?.id ?? '' })).sort((a, b) => a.n - b.n)
    const todo = await kept()
    expect(todo.length).toBeGreaterThan(1)
    await quiet(table.page)
    await examiner.examine(table.page, 'pack verify')
    // Really gone: a new tab is a moment ahead of a pretended loss, and would send what it finds.
    yard.down = true
    yard.cut()

    const scan = async (text: string) => {
      const field = table.page.getByLabel('Scan or type an item')
      await field.fill(text)
      await field.press('Enter')
    }
    // What does not belong here is refused at once, with the reason.
    await scan('SKI')
    await expect(table.page.getByRole('alert')).toContainText('Not packed: does not fit any box')
    await scan('SPOON')
    await expect(table.page.getByRole('alert')).toContainText('Not of this order')
    const elsewhere = todo[1]?.contents.find((c) => !todo[0]?.contents.some((d) => d.code === c.code))
    if (elsewhere) {
      await scan(elsewhere.code)
      await expect(table.page.getByRole('alert')).toContainText('Belongs to: Carton')
    }
    expect((await kept()).flatMap((b) => b.contents).every((c) => c.scanned === 0)).toBe(true)

    let killed = false
    for (const box of todo) {
      await expect(table.page.getByRole('heading', { name: `Carton ${box.n} of ${todo.length}` })).toBeVisible()
      for (const content of box.contents) {
        for (let n = 1; n <= content.count; n++) {
          await scan(content.barcodes[0] ? `]C101${content.barcodes[0]}` : content.code.toLowerCase())
          await expect(table.page.getByRole('listitem').filter({ hasText: content.description })).toContainText(`${n} of ${content.count}`)
        }
        if (!killed) {
          // The tab dies with the network gone, and everything is as it was.
          killed = true
          await table.killTab()
          await table.page.getByRole('heading', { name: `Carton ${box.n} of ${todo.length}` }).waitFor()
          await expect(table.page.getByRole('listitem').filter({ hasText: content.description })).toContainText(
            `${content.count} of ${content.count}`,
          )
        }
      }
      await table.page.getByRole('button', { name: 'Close the carton' }).click()
      await expect.poll(async () => (await kept()).find((b) => b.id === box.id)?.state).toBe('packed')
    }
    await expect(table.page.getByText('All of this order is packed and verified.')).toBeVisible()
    await expect(office.getByText('Planned', { exact: true })).toBeVisible()

    // The network returns.
    yard.down = false
    await table.backOnline()
    await expect(office.getByText('Verified', { exact: true })).toBeVisible()
    await expect(boxes.filter({ hasText: 'Packed' })).toHaveCount(todo.length)
    await expect(office.getByText(/Closed by Dan Ruiz/)).toBeVisible()
    expect(table.troubles).toEqual([])
    expect(examiner.faults).toEqual([])
  } finally {
    await table.close()
    for (const context of browser.contexts()) await context.close()
    await yard.stop()
    await server.remove()
  }
})
