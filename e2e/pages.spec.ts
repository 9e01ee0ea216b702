import { join } from 'node:path'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { Examiner, quiet } from './kit/axe'
import { addressesOf, built } from './kit/built'
import { Server } from './kit/server'
import { rowsOf } from './kit/store'

// No built page, and nothing that opens from one, has a serious fault of access, by daylight or in the sun, or asks for what the security policy
// forbids. Pages, their steps and what their buttons open are found by themselves.

// A trace would keep a copy of each of the hundreds of states that are looked at.
test.use({ trace: 'off' })

const server = new Server()
let page: Page
let ids: (parameter: string) => string[]
const policy: string[] = []

test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000)
  await server.start()
  page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage()
  await page.exposeBinding('policyBroken', (_, what: string) => policy.push(what))
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (e) =>
      (globalThis as unknown as { policyBroken(what: string): void }).policyBroken(
        `${location.pathname}: ${e.effectiveDirective} ${e.blockedURI} ${e.sample} ${e.sourceFile}`,
      ),
    )
    localStorage.setItem('lading.appearance', JSON.stringify({ look: 'light', density: 'office' }))
  })
  await page.goto(server.url)
  await page.getByLabel('User name').fill('admin@demo.test')
  await page.getByLabel('Password', { exact: true }).fill('lading-demo')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('button', { name: 'All saved' })).toBeVisible({ timeout: 60_000 })
  const whole = async () =>
    (await rowsOf<{ complete?: boolean; loading?: string[] }>(page, '_meta')).some((m) => m.complete && m.loading?.length === 0)
  await expect.poll(whole, { timeout: 60_000 }).toBe(true)

  // One of each status: what a detail shows and offers depends on it.
  const shipments = await rowsOf<{ id: string; status: string }>(page, 'shipment')
  const loads = await rowsOf<{ id: string; state: string }>(page, 'dock_shipment')
  const one = <T extends { id: string }>(rows: T[], by: (row: T) => string) => [...new Map(rows.map((r) => [by(r), r.id])).values()]
  ids = (parameter) => (parameter === 'load' ? one(loads, (l) => l.state) : one(shipments, (s) => s.status))
  expect(ids('shipmentid').length).toBeGreaterThan(4)
  expect(ids('load').length).toBeGreaterThan(0)
})
test.afterAll(async () => {
  await page?.context().close()
  await server.remove()
})

const go = async (address: string) => {
  await page.goto(server.url + address)
  await quiet(page)
}
/** What lies over the screen: a dialog, a menu, a panel. */
const over = () =>
  page
    .locator('[role=dialog], [role=menu], [popover]')
    .filter({ visible: true })
    .filter({ has: page.locator('button, input, a, h2, [role=menuitem]') })
/** Examines what lies over the screen, where something does. The screen itself has been looked at before. */
async function lookOver(examiner: Examiner, name: string) {
  const marked = await over().evaluateAll((all) => {
    for (const one of all) one.setAttribute('data-examined', '')
    return all.length
  })
  if (marked === 0) return false
  // A menu whose entry was chosen is on its way out.
  await quiet(page)
  if ((await page.locator('[data-examined]').filter({ visible: true }).count()) === 0) return false
  await examiner.examine(page, name, '[data-examined]')
  return true
}
/** A table's rows and a list's entries are alike: the first stands for all. A heading of a column sorts, a hundred times over. */
const buttons = () =>
  page.locator(
    `main button:not([role=columnheader] *, th *, [role=row] ~ [role=row] ~ [role=row] *, tr ~ tr ~ tr *, li ~ li *):visible:enabled`,
  )
const entries = () => page.locator(':is([role=menu], [popover]) :is(button, [role=menuitem]):not(li ~ li *):visible:enabled')

/** Names of what has been pressed: a button of the same name opens the same elsewhere. */
const pressed = new Set<string>()
async function fresh(all: Locator) {
  const names = await all.evaluateAll((found) =>
    found.map((b) => (b.getAttribute('aria-label') ?? b.textContent ?? '').replace(/[\d\s]+/g, ' ').trim()),
  )
  const at = names.findIndex((n) => n !== '' && !pressed.has(n))
  return at < 0 ? undefined : { name: names[at] ?? '', at }
}
async function press(what: Locator) {
  await what.click({ timeout: 2_000 }).catch(() => {}) // covered, or gone meanwhile: not a thing to press
  await quiet(page)
}
/** Opens in turn all that the screen's own buttons open, and what a menu's entries open. */
async function openAll(examiner: Examiner, address: string) {
  for (let next = await fresh(buttons()); next; next = await fresh(buttons())) {
    pressed.add(next.name)
    await press(buttons().nth(next.at))
    const found = await lookOver(examiner, `${address}: ${next.name}`)
    for (let entry = await fresh(entries()); entry; entry = await fresh(entries())) {
      pressed.add(entry.name)
      await press(entries().nth(entry.at))
      await lookOver(examiner, `${address}: ${next.name}: ${entry.name}`)
      await go(address)
      await press(buttons().nth(next.at))
    }
    if (found || page.url() !== server.url + address) await go(address)
  }
}
function judge(examiner: Examiner) {
  test.info().annotations.push({ type: 'seen', description: examiner.seen.join('\n') })
  expect(policy.splice(0)).toEqual([])
  expect(examiner.faults).toEqual([])
}

test('there are pages, and a way to what opens from them', async () => {
  expect(built.length).toBeGreaterThan(10)
  await go('/OpenOrders')
  await press(page.getByRole('button', { name: 'Upload order file' }))
  await expect(over()).toHaveCount(1)
})

for (const p of built.filter((p) => p.name !== 'Login'))
  test(p.name, async () => {
    const examiner = new Examiner()
    for (const address of addressesOf(p, ids)) {
      await go(address)
      await expect(page.getByText('This is not here.'), `${address} shows what it is the page of`).toBeHidden()
      await examiner.examine(page, address)
      await openAll(examiner, address)
    }
    judge(examiner)
  })

test('screens that are not in the list of pages', async () => {
  const examiner = new Examiner()
  for (const address of ['/NeedsAttention', '/PrintDocuments', '/nothing/of/ours', `/Sign?load=${ids('load')[0]}`]) {
    await go(address)
    await examiner.examine(page, address)
  }
  judge(examiner)
})

test('an order file, from the choice to the preview', async () => {
  const examiner = new Examiner()
  for (const file of ['clean.csv', 'erp-export.csv', 'weekly-orders.xlsx']) {
    await go('/OpenOrders')
    await page.getByRole('button', { name: 'Upload order file' }).click()
    await page.setInputFiles('input[type=file]', join(process.cwd(), 'fixtures/order', file))
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Customer').fill('NGHS')
    await examiner.examine(page, `${file}, chosen`)
    await dialog.getByRole('button', { name: 'Read the file' }).press('Enter')
    await expect(page.getByRole('navigation', { name: 'Where you are' })).toContainText(file)
    await quiet(page)
    await examiner.examine(page, `${file}, read`)
  }
  judge(examiner)
})

test('what opens from the frame', async () => {
  const examiner = new Examiner()
  for (const [name, open] of [
    ['bell', () => page.getByRole('button', { name: /^Notifications/ }).click()],
    ['person', () => page.getByRole('button', { name: /person and device/ }).click()],
    ['sync', () => page.getByRole('button', { name: 'All saved' }).click()],
    ['palette', () => page.keyboard.press('Control+k')],
    ['keyboard', () => page.keyboard.press('?')],
    [
      'menu',
      () => page.setViewportSize({ width: 390, height: 844 }).then(() => page.getByRole('button', { name: 'Open the menu' }).click()),
    ],
  ] as const) {
    await go('/Password')
    await open()
    await expect(over().first()).toBeVisible()
    await quiet(page)
    await lookOver(examiner, name)
  }
  judge(examiner)
})

test('the way in', async ({ browser }) => {
  const examiner = new Examiner()
  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(server.url)
  await expect(stranger.getByLabel('User name')).toBeVisible()
  await examiner.examine(stranger, 'sign-in')
  await stranger.context().close()
  judge(examiner)
})
