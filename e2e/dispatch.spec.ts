import { expect, type Page, test } from '@playwright/test'
import { Examiner, quiet } from './kit/axe'
import { installedContext } from './kit/installed'
import { signIn, visit } from './kit/office'
import { Server } from './kit/server'

const server = new Server()
test.beforeAll(() => server.start())
test.afterAll(() => server.remove())

interface Load {
  id: string
  bol: string
  door: string
  state: string
  carrierName: string
  totalPallets: number
}

async function dispatch(page: Page, user: string, path: string) {
  await page.goto(server.url + path)
  await signIn(page, user)
  await expect(page.getByRole('heading', { name: /^Dispatch/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'All saved' })).toBeVisible()
}
const loads = () => server.call('dock@demo.test', 'DockView/GetShipmentList', {}) as Promise<Load[]>
const load = async (id: string) => (await loads()).find((l) => l.id === id)
const doors = () => server.call('dock@demo.test', 'WarehousesSlots/GetDockList', {}) as Promise<{ door: string; shipmentId: string }[]>
const freeDoors = async () => {
  const taken = new Set((await loads()).map((l) => l.door))
  return (await doors()).map((d) => d.door).filter((d) => !taken.has(d))
}
/** A truck that has come and stands at no door. */
async function truck(name: string): Promise<Load> {
  const found = (await loads()).find((l) => l.state === 'waiting' && !l.door)
  if (!found) throw new Error('no load waits')
  await server.call('dock@demo.test', 'Shipment/UpdateDriverDetails', { ShipmentId: found.id, Name: name })
  return found
}
const tile = (page: Page, door: string) => page.locator(`li[data-drop="${door}"]`)
const card = (page: Page, l: Load) => page.getByRole('button', { name: new RegExp(`bill ${l.bol}: choose a door`) })

test('a truck is sent to a door by its number, by drag and back again, and the dock sees it', async ({ page, context }) => {
  const [one, two] = await freeDoors()
  if (!one || !two) throw new Error('no free doors')
  const first = await truck('Luis Ortega')
  await page.setViewportSize({ width: 1280, height: 1600 }) // a glove's sizes, and both ends of a drag in sight
  await dispatch(page, 'dock@demo.test', '/DispatchConsole')
  const dock = await context.newPage()
  await dock.goto(`${server.url}/eSignBOL/load/${first.id}`)
  await expect(dock.getByRole('button', { name: 'No door' })).toBeVisible()

  // With the keyboard alone: the number, and Enter.
  await card(page, first).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByLabel('Door')).toBeFocused()
  await page.keyboard.type(one)
  await page.keyboard.press('Enter')
  await expect(tile(page, one)).toContainText(first.carrierName)
  await expect(card(page, first)).toBeHidden()
  await expect(dock.getByRole('button', { name: `Door ${one}` })).toBeVisible()
  await expect.poll(async () => (await load(first.id))?.door).toBe(one)

  // By drag, to another door and then back among those that wait.
  const drag = async (from: string, to: ReturnType<typeof tile>) => {
    await to.scrollIntoViewIfNeeded()
    const a = await tile(page, from).getByRole('button').first().boundingBox()
    const b = await to.boundingBox()
    if (!a || !b) throw new Error('nothing to drag')
    await page.mouse.move(a.x + 20, a.y + 20)
    await page.mouse.down()
    await page.mouse.move(a.x + 60, a.y + 50, { steps: 4 })
    await page.mouse.move(b.x + 20, b.y + 20, { steps: 8 })
    await page.mouse.up()
  }
  await drag(one, tile(page, two))
  await expect(tile(page, two)).toContainText(first.carrierName)
  await expect(page.getByRole('dialog')).toBeHidden()
  await drag(two, page.getByRole('region', { name: /^Waiting for a door/ }))
  await expect(card(page, first)).toBeVisible()
  await expect(page.getByText('waits for a door.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(tile(page, two)).toContainText(first.carrierName)

  // Who loads, and how far.
  const pallets = (await server.call('dock@demo.test', 'DockView/GetLpnNumbers', { ShipmentId: first.id })) as { id: string }[]
  await server.call('dock@demo.test', 'DockView/LoadPallet', { ShipmentId: first.id, PalletId: pallets[0]?.id })
  await expect(tile(page, two)).toContainText(`1/${pallets.length}`)
  await expect(tile(page, two)).toContainText('Dan Ruiz')
  await dock.close()
})

test.describe(() => {
  // Parts of the screen come while there is no network.
  const kept = test.extend({
    context: async ({ browserName: _ }, use) => {
      const context = await installedContext(server.url)
      await use(context)
      await context.close()
    },
  })

  kept(
    'a door that is taken says by whom, and of two dispatchers who were offline together the second is told',
    async ({ page, context }) => {
      const [free] = await freeDoors()
      if (!free) throw new Error('no free door')
      const [a, b] = [await truck('Ada Cole'), await truck('Ben Hart')]
      await dispatch(page, 'dock@demo.test', '/DispatchConsole')
      await expect(card(page, b)).toBeVisible()
      await context.setOffline(true)
      await card(page, a).click()
      await page.getByRole('dialog').getByLabel('Door').fill(free)
      await page.getByRole('button', { name: `Send to door ${free}` }).click()
      await expect(tile(page, free)).toContainText(a.carrierName)
      await expect(tile(page, free)).toContainText('not sent yet')

      // The same device knows that the door is taken.
      await card(page, b).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Door').fill(free)
      await expect(dialog).toContainText(`Taken: ${a.carrierName}`)
      await expect(dialog.getByRole('button', { name: `Send to door ${free}` })).toBeDisabled()
      await page.keyboard.press('Escape')

      // Another dispatcher has sent the other truck there meanwhile.
      await server.call('admin@demo.test', 'DockView/AssignDoor', { ShipmentId: b.id, Door: free })
      await context.setOffline(false)
      await expect(tile(page, free)).toContainText(b.carrierName)
      await expect(card(page, a)).toBeVisible()
      expect((await load(a.id))?.door).toBe('')
      await visit(page, '/NeedsAttention')
      await expect(page.getByText(`Door ${free} is taken`)).toBeVisible()
    },
  )
})

test('a free door is filled from those that wait, late trucks are found, everybody can use it, and a warehouse gets its doors', async ({
  page,
}) => {
  const [free] = await freeDoors()
  if (!free) throw new Error('no free door')
  const waiting = await truck('Carla Diaz')
  await dispatch(page, 'admin@demo.test', '/DispatchConsole?warehouse=ATL')
  await page.getByRole('button', { name: `Door ${free} is free: choose a truck` }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`${waiting.carrierName}.*Carla Diaz`) })
    .click()
  await expect(tile(page, free)).toContainText(waiting.carrierName)

  // The arrows go from door to door.
  const stops = page.getByRole('region', { name: /^Doors/ }).locator('[data-stop]')
  await stops.first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(stops.nth(1)).toBeFocused()

  const late = page.getByRole('button', { name: /^Late/ })
  // as many as say so: shortly after midnight that may be none, and with any minute there may be one more
  await expect(async () => {
    const count = Number(await late.locator('b').textContent())
    expect(await page.getByRole('main').getByText('late', { exact: true }).count()).toBe(count)
  }).toPass()
  await late.click()
  await expect(page).toHaveURL(/late=true/)

  const looks = new Examiner()
  await page.goto(`${server.url}/DispatchConsole?warehouse=ATL`)
  for (const [width, height] of [
    [1280, 800],
    [820, 1180],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect(tile(page, free)).toBeVisible()
    await quiet(page)
    await looks.examine(page, `dispatch ${width}`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  expect(looks.faults).toEqual([])

  await page.setViewportSize({ width: 1280, height: 800 })
  await test.step('a warehouse gets its doors from an administrator', async () => {
    await visit(page, '/ManageWarehouses')
    await page.getByRole('button', { name: 'New warehouse' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Code').fill('BNA')
    await dialog.getByLabel(/^Name/).fill('Nashville')
    await dialog.getByLabel('Time zone').click()
    await dialog.getByLabel('Time zone').fill('America/Chicago')
    await page.getByRole('option', { name: 'America/Chicago' }).click()
    await dialog.getByLabel('Doors').fill('1-60')
    await dialog.getByLabel('Doors').press('Enter')
    await dialog.getByRole('button', { name: 'Save warehouse' }).click()
    await expect(page.getByRole('grid', { name: 'Warehouses' }).getByText('Nashville')).toBeVisible()
    await visit(page, '/DispatchConsole?warehouse=BNA')
    await expect(page.getByRole('button', { name: /is free: choose a truck/ })).toHaveCount(60)
  })
})
