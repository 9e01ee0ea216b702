import { expect, type Page, test } from '@playwright/test'
import { officePage, visit } from './kit/office'
import { Server } from './kit/server'

// A planner's morning: orders are planned twice, the plans are compared, a stop is moved, and shipments are made once.

const server = new Server()
let page: Page
test.beforeAll(async ({ browser }) => {
  await server.start()
  page = await officePage(browser, `${server.url}/ReviewScenarios`, 'office@demo.test')
})
test.afterAll(async () => {
  await page?.context().close()
  await server.remove()
})

const towns = [
  ['Macon', 'GA', '31201'],
  ['Savannah', 'GA', '31401'],
  ['Jacksonville', 'FL', '32202'],
  ['Chattanooga', 'TN', '37402'],
  ['Knoxville', 'TN', '37902'],
] as const

interface Scenario {
  ScenarioId: string
  Number: string
  State: string
  Routes: { RouteId: string; Stops: { OrderIds: string[] }[]; Shipments: { Number: string }[] }[]
}

test('a planner runs two scenarios, compares them, moves a stop and makes the shipments once', async () => {
  // A Monday on which nothing is closed, a few weeks ahead.
  const shipOn = new Date(Date.UTC(new Date().getUTCFullYear() + 1, 2, 1))
  while (shipOn.getUTCDay() !== 1) shipOn.setUTCDate(shipOn.getUTCDate() + 1)
  const day = shipOn.toISOString().slice(0, 10)
  for (const [i, [city, state, zip]] of towns.entries())
    await server.call('office@demo.test', 'Shipment/AddNewOrder', {
      OrderNumber: `RT-${i + 1}`,
      WHSE: 'ATL',
      Consignee: { name: `${city} Supply`, street: '1 Main St', city, state, zip, country: 'US' },
      ShipOn: day,
      PaymentType: 'P',
      Items: [
        { description: 'Shelving', pieces: 80, packageType: 'CTN', pallets: 8, weight: { milli: 14_000_000, unit: 'lb' }, class: '70' },
      ],
    })
  const run = async (name: string, stops: string) => {
    await visit(page, `/RunScenario?warehouse=ATL&day=${day}`)
    await page.getByLabel('Find in this list').fill('RT-')
    for (const i of towns.keys())
      await page
        .getByRole('row')
        .filter({ hasText: `RT-${i + 1}` })
        .getByRole('checkbox')
        .check()
    await page.getByRole('button', { name: /Plan routes/ }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Scenario name').fill(name)
    await form.getByLabel('Ship date').fill(day)
    await form.getByLabel('Stops on a route').fill(stops)
    await form.getByRole('button', { name: 'Run' }).click()
    await expect(page.getByRole('heading', { name: `Scenario ${name}` })).toBeVisible()
    await expect(page.getByRole('region', { name: /^Route S/ }).first()).toBeVisible({ timeout: 30_000 })
  }
  await run('Two stops', '2')
  await run('Five stops', '5')
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''

  await visit(page, '/ReviewScenarios')
  for (const name of ['Two stops', 'Five stops']) await page.getByRole('row').filter({ hasText: name }).getByRole('checkbox').check()
  await page.getByRole('button', { name: /^Compare/ }).click()
  const compared = page.getByRole('region', { name: 'Compare scenarios' }).getByRole('table')
  await expect(compared.getByRole('columnheader', { name: /Two stops/ })).toBeVisible()
  await expect(compared.getByRole('row', { name: /^Total/ })).toContainText('best')

  await visit(page, `/MtlTableView/${id}`)
  const scenario = () => server.call('office@demo.test', 'Mtl/Scenario', { ScenarioId: id }) as Promise<Scenario>
  const before = await scenario()
  const first = before.Routes.find((r) => r.Stops.length > 1)
  if (!first) throw new Error('no route has two stops')
  const stops = page
    .getByRole('region', { name: `Route ${before.Number}-${first.RouteId.slice(1)}` })
    .getByRole('list')
    .last()
  const names = () => stops.getByRole('button').allInnerTexts()
  const [one, two] = await names()
  await stops.getByRole('button').first().press('Alt+ArrowDown')
  await expect(stops.getByRole('button').nth(1)).toContainText(one?.split('\n')[0]?.slice(3) ?? '')
  await expect(stops.getByRole('button').first()).toContainText(two?.split('\n')[0]?.slice(3) ?? '')
  await expect(page.getByRole('status').filter({ hasText: ' mi' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo move' }).click()
  await expect(stops.getByRole('button').first()).toContainText(one?.split('\n')[0]?.slice(3) ?? '')

  // By mouse: the last stop goes before the first, and is dragged back.
  await stops
    .getByRole('listitem')
    .last()
    .dragTo(stops.getByRole('listitem').first(), { targetPosition: { x: 60, y: 4 } })
  await expect(stops.getByRole('button').nth(1)).toContainText(one?.split('\n')[0]?.slice(3) ?? '')
  await page.getByRole('button', { name: 'Undo move' }).click()
  await expect(stops.getByRole('button').first()).toContainText(one?.split('\n')[0]?.slice(3) ?? '')

  await page.getByRole('link', { name: 'Map' }).click()
  await expect(page.getByRole('img', { name: 'Map of the routes' })).toBeVisible()
  await page.getByRole('button', { name: 'Create shipments of all routes' }).click()
  await expect(page.getByText('Shipments created', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /Create shipments/ })).toBeHidden()
  const after = await scenario()
  const made = after.Routes.flatMap((r) => r.Shipments.map((m) => m.Number))
  expect(new Set(made).size).toBe(after.Routes.flatMap((r) => r.Stops).length)
  for (const number of made) await expect(page.getByRole('link', { name: number })).toBeVisible()

  await visit(page, '/ManageLoads')
  await expect(page.getByRole('row').filter({ hasText: made[0] ?? '' })).toBeVisible()
})

test('a planner lays orders into a trailer, moves a pallet by keys and by pointer, and sees what that blocks', async () => {
  for (const [n, [city, state, zip]] of towns.slice(0, 2).entries())
    await server.call('office@demo.test', 'Shipment/AddNewOrder', {
      OrderNumber: `LP-${n + 1}`,
      WHSE: 'ATL',
      Consignee: { name: `${city} Supply`, street: '1 Main St', city, state, zip, country: 'US' },
      ShipOn: new Date().toISOString().slice(0, 10),
      PaymentType: 'P',
      Items: [
        { description: 'Shelving', pieces: 20, packageType: 'CTN', pallets: 2, weight: { milli: 2_000_000, unit: 'lb' }, class: '70' },
      ],
    })
  await visit(page, '/TruckBuilder?orders=LP-1,LP-2')
  await page.getByRole('button', { name: 'New load plan' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Build' }).click()
  await expect(page.getByText('Ready to load: nothing blocks a stop')).toBeVisible()
  const first = page.getByRole('button', { name: /^1\. LP-2\/1/ }) // the last stop is loaded first
  await expect(first).toContainText('stop 2')
  // The pallet of the first stop goes to the nose, behind the one of the second.
  await page.getByRole('button', { name: /^3\. LP-1\/1/ }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(page.getByRole('button', { name: /^2\. LP-1\/1/ })).toBeFocused()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(page.getByRole('button', { name: /^1\. LP-1\/1/ })).toBeFocused()
  await expect(page.getByRole('list', { name: 'To correct' })).toContainText('Blocked by a pallet of a later stop')
  // By pointer it is drawn back onto the last one.
  const box = page.getByRole('img', { name: 'Trailer from above, nose left' }).locator('g')
  await box.nth(0).dragTo(box.nth(3))
  await expect(page.getByRole('button', { name: /^4\. LP-1\/1/ })).toBeVisible()
  await page.getByRole('button', { name: 'Load anew' }).click()
  await expect(page.getByText('Ready to load: nothing blocks a stop')).toBeVisible()
  await page.getByRole('link', { name: 'All load plans' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Ready to load' })).toHaveCount(1)
})

test('a planner puts parcels on a linehaul to a hub, and takes it back', async () => {
  const shipOn = new Date(Date.UTC(new Date().getUTCFullYear() + 1, 2, 8))
  while (shipOn.getUTCDay() !== 1) shipOn.setUTCDate(shipOn.getUTCDate() + 1)
  const day = shipOn.toISOString().slice(0, 10)
  const inches = (n: number) => ({ milli: n * 1000, unit: 'in' })
  await server.call('office@demo.test', 'Rating/SaveTerminal', {
    Carrier: 'UPSN',
    Code: 'RNO',
    Name: 'UPS Reno',
    Street: '100 Vassar St',
    City: 'Reno',
    Zip: '89502',
    Serves: ['894', '897'],
  })
  for (const [i, [city, state, zip]] of [['Sparks', 'NV', '89431'] as const, ['Carson City', 'NV', '89701'] as const, towns[0]].entries())
    await server.call('office@demo.test', 'Shipment/SaveShipment', {
      Then: 'rate',
      Shipment: {
        Kind: 'parcel',
        WHSE: 'ATL',
        OrderNumber: `ZP-${i + 1}`,
        PaymentType: 'P',
        ShipOn: day,
        Destination: { name: `${city} Supply`, street: '1 Main St', city, state, zip, country: 'US' },
        Items: [
          {
            Description: 'Brackets',
            Qty: 40,
            WeightEach: true,
            Weight: { milli: 40_000, unit: 'lb' },
            Length: inches(14),
            Width: inches(12),
            Height: inches(10),
          },
        ],
      },
    })
  await visit(page, `/ZoneSkip?warehouse=ATL&from=${day}&to=${day}`)
  const hub = page.getByRole('region', { name: /^Parcels for .* RNO$/ })
  await expect(hub.getByRole('checkbox')).toHaveCount(2)
  await expect(page.getByText('No hub serves this ZIP code')).toBeVisible()
  await expect(page.getByText('80 packages')).toBeVisible()
  await hub.getByRole('checkbox').first().uncheck()
  await expect(page.getByText('40 packages')).toBeVisible()
  await hub.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Build zone skip' }).click()
  const built = page.getByRole('region', { name: 'Built zone skips' })
  await expect(built.getByRole('rowheader', { name: /^ZS\d+$/ })).toHaveCount(1)
  await expect(hub).toHaveCount(0)
  await built.getByRole('button', { name: /^Undo ZS/ }).click()
  await expect(built.getByText('Undone')).toBeVisible()
  await expect(hub.getByRole('checkbox')).toHaveCount(2)
})
