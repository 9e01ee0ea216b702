import { join } from 'node:path'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { Examiner, quiet } from './kit/axe'
import { addressesOf, built } from './kit/built'
import { Server } from './kit/server'
import { rowsOf } from './kit/store'
import { wordsOf } from './kit/words'

const server = new Server()
test.beforeAll(() => server.start())
test.afterAll(() => server.remove())

async function signIn(page: Page, user: string, password = 'lading-demo') {
  await page.getByLabel('User name').fill(user)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
const frame = (page: Page) => page.getByRole('button', { name: /person and device/ })

test('a wrong password is told, the right one opens the own first page', async ({ page }) => {
  await page.goto(server.url)
  await signIn(page, 'office@demo.test', 'not the password')
  await expect(page.getByRole('alert')).toContainText('The user name or the password is not right.')
  await expect(page.getByLabel('User name')).toBeFocused()
  await expect(page.getByLabel('User name')).toHaveValue('office@demo.test')

  await signIn(page, 'office@demo.test')

  await expect(page).toHaveURL(/\/OpenOrders/)
})

test('the password can be looked at', async ({ page }) => {
  await page.goto(server.url)
  const field = page.getByLabel('Password', { exact: true })
  await field.fill('lading-demo')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(field).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide' }).click()
  await expect(field).toHaveAttribute('type', 'password')
})

test('who asks for a page without being signed in gets there after it', async ({ page }) => {
  await page.goto(`${server.url}/Password`)
  await expect(page.getByLabel('User name')).toBeVisible()
  await signIn(page, 'office@demo.test')
  await expect(page).toHaveURL(/\/Password$/)
  await expect(page.getByRole('heading', { name: 'Password' })).toBeVisible()
})

test('a page that is not open to the person warns, with a way to ask for it, and leads to the start', async ({ page }) => {
  await page.goto(`${server.url}/OpenOrders`)
  await signIn(page, 'dock2@demo.test')
  await expect(frame(page)).toBeVisible()
  await expect(page.getByText('Fetching your work')).toBeHidden()
  await page.goto(`${server.url}/OpenOrders`)
  const warning = page
    .getByRole('alert')
    .filter({ hasText: 'You do not have permission to access the page. Please contact support to get access' })
  await expect(warning).toBeVisible()
  await expect(warning.getByRole('button', { name: 'Write to support' })).toBeVisible()
  await expect(page).toHaveURL(/\/eSignBOL/)
})

test('the first dock worker makes a new device a dock device; a choice of somebody stays', async ({ page }) => {
  await page.goto(server.url)
  await signIn(page, 'dock@demo.test')
  await expect(page).toHaveURL(/\/eSignBOL/)
  const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem('lading.appearance') ?? '{}') as { density?: string })
  await expect.poll(kept).toMatchObject({ density: 'dock' })

  await frame(page).click()
  await page.getByText('Office', { exact: true }).click()
  await page.reload()
  await expect(frame(page)).toBeVisible()
  expect(await kept()).toMatchObject({ density: 'office' })
})

test('a new person fills in the profile, agrees, and goes on to what was asked for', async ({ page }) => {
  await server.call('admin@demo.test', 'LogIn/UserManagement', {
    actions: 2,
    UserName: 'nora@demo.test',
    Password: 'given-to-nora-1',
    FirstName: 'Nora',
    LastName: 'Quill',
    Email: 'nora@demo.test',
    GroupID: 'office',
  })
  await page.goto(`${server.url}/Password`)
  await signIn(page, 'nora@demo.test', 'given-to-nora-1')
  await expect(page).toHaveURL(/\/Profile$/)
  await expect(page.getByRole('heading', { name: 'Welcome, Nora Quill' })).toBeVisible()

  await page.getByLabel('Password that you were given').fill('given-to-nora-1')
  await page.getByLabel('New password, your own').fill('four ordinary words here')
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect(page.getByRole('alert')).toContainText('I have read this and agree')

  await page.getByRole('switch', { name: 'I have read this and agree' }).check({ force: true })
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect(page).toHaveURL(/\/Password$/)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Password' })).toBeVisible()
})

for (const language of ['es', 'fr'] as const)
  test(`everything is said in ${language} once it is chosen, also after a reload`, async ({ page }) => {
    const words = wordsOf(language)
    await page.goto(`${server.url}/Password`)
    await signIn(page, 'office@demo.test')
    await frame(page).click()
    await page.getByText({ es: 'Español', fr: 'Français' }[language]).click()
    await expect(page.getByRole('button', { name: words('Change'), exact: true })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await page.reload()
    await expect(page.getByRole('button', { name: words('Change'), exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: words('All saved') })).toBeVisible()
  })

// A trace would keep a copy of each of the hundreds of states that are looked at.
test.use({ trace: 'off' })

/** What lies over the screen: a dialog, a menu, a panel. */
const over = (page: Page) =>
  page
    .locator('[role=dialog], [role=menu], [popover]')
    .filter({ visible: true })
    .filter({ has: page.locator('button, input, a, [role=menuitem]') })

test('no built page, and nothing that opens from one, has a serious fault of access or asks for what the security policy forbids', async ({
  page,
}) => {
  test.setTimeout(600_000)
  const broken: string[] = []
  await page.exposeBinding('policyBroken', (_, what: string) => broken.push(what))
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (e) =>
      (globalThis as unknown as { policyBroken(what: string): void }).policyBroken(
        `${location.pathname}: ${e.effectiveDirective} ${e.blockedURI} ${e.sample} ${e.sourceFile}`,
      ),
    )
    localStorage.setItem('lading.appearance', JSON.stringify({ look: 'light', density: 'office' }))
  })
  const examiner = new Examiner()
  const look = (name: string) => examiner.examine(page, name)
  await page.goto(server.url)
  await expect(page.getByLabel('User name')).toBeVisible()
  await look('sign-in')
  await signIn(page, 'admin@demo.test')
  await expect(frame(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'All saved' })).toBeVisible({ timeout: 60_000 })
  await expect.poll(async () => (await rowsOf(page, 'dock_shipment')).length, { timeout: 60_000 }).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'All saved' }).click()
  await expect(page.getByText('Still loading')).toBeHidden({ timeout: 60_000 })

  // One shipment of each status: what a detail shows and offers depends on it.
  const shipments = await rowsOf<{ id: string; status: string }>(page, 'shipment')
  const loads = await rowsOf<{ id: string; state: string }>(page, 'dock_shipment')
  const one = <T extends { id: string }>(rows: T[], by: (row: T) => string) => [...new Map(rows.map((r) => [by(r), r.id])).values()]
  const ids = (parameter: string) => (parameter === 'load' ? one(loads, (l) => l.state) : one(shipments, (s) => s.status))
  expect(ids('shipmentid').length).toBeGreaterThan(4)

  /** Opens in turn all that the screen's own buttons open, and what a menu's entries open; a button of the same name has been seen elsewhere. */
  const pressed = new Set<string>()
  const called = (all: Locator) =>
    all.evaluateAll((found) => found.map((b) => (b.getAttribute('aria-label') ?? b.textContent ?? '').replace(/[\d\s]+/g, ' ').trim()))
  const fresh = async (all: Locator) => {
    const names = await called(all)
    const at = names.findIndex((n) => n !== '' && !pressed.has(n))
    return at < 0 ? undefined : { name: names[at] ?? '', at }
  }
  const press = async (what: Locator) => {
    await what.click({ timeout: 2_000 }).catch(() => {}) // covered, or gone meanwhile: not a thing to press
    await quiet(page)
  }
  const openAll = async (address: string) => {
    // A column's heading sorts, a hundred times over.
    const buttons = page.locator('main button:not([role=columnheader] *, th *):visible:enabled')
    const entries = page.locator(':is([role=menu], [popover]) :is(button, [role=menuitem]):visible:enabled')
    const again = async () => {
      await page.goto(server.url + address)
      await quiet(page)
    }
    for (let next = await fresh(buttons); next; next = await fresh(buttons)) {
      pressed.add(next.name)
      await press(buttons.nth(next.at))
      const found = (await over(page).count()) > 0
      if (found) await look(`${address}: ${next.name}`)
      for (let entry = await fresh(entries); entry; entry = await fresh(entries)) {
        pressed.add(entry.name)
        await press(entries.nth(entry.at))
        if ((await page.getByRole('dialog').filter({ visible: true }).count()) > 0) await look(`${address}: ${next.name}: ${entry.name}`)
        await again()
        await press(buttons.nth(next.at))
      }
      if (found || page.url() !== server.url + address) await again()
    }
  }

  expect(built.length).toBeGreaterThan(10)
  for (const p of built.filter((p) => p.name !== 'Login'))
    for (const address of addressesOf(p, ids)) {
      await page.goto(server.url + address)
      await expect(page.locator('main')).toBeVisible()
      await quiet(page)
      await expect(page.getByText('This is not here.'), `${address} shows what it is the page of`).toBeHidden()
      await look(address)
      await openAll(address)
    }
  expect.soft(examiner.faults).toEqual([])
  for (const address of ['/NeedsAttention', '/PrintDocuments', '/nothing/of/ours', `/Sign?load=${ids('load')[0]}`]) {
    await page.goto(server.url + address)
    await quiet(page)
    await look(address)
  }

  // An order file, from the choice to the preview with its faults.
  for (const file of ['clean.csv', 'erp-export.csv', 'weekly-orders.xlsx']) {
    await page.goto(`${server.url}/OpenOrders`)
    await page.getByRole('button', { name: 'Upload order file' }).click()
    await page.setInputFiles('input[type=file]', join(process.cwd(), 'fixtures/order', file))
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Customer').fill('NGHS')
    await look(`${file}, chosen`)
    await dialog.getByRole('button', { name: 'Read the file' }).press('Enter')
    await expect(page.getByRole('navigation', { name: 'Where you are' })).toContainText(file)
    await quiet(page)
    await look(`${file}, read`)
  }

  for (const [name, open] of [
    ['bell', () => page.getByRole('button', { name: /^Notifications/ }).click()],
    ['person', () => frame(page).click()],
    ['sync', () => page.getByRole('button', { name: 'All saved' }).click()],
    ['palette', () => page.keyboard.press('Control+k')],
    ['keyboard', () => page.keyboard.press('?')],
    [
      'menu',
      () => page.setViewportSize({ width: 390, height: 844 }).then(() => page.getByRole('button', { name: 'Open the menu' }).click()),
    ],
  ] as const) {
    await page.goto(`${server.url}/Password`)
    await expect(frame(page)).toBeVisible()
    await open()
    await expect(over(page).first()).toBeVisible()
    await quiet(page)
    await look(name)
  }
  expect(broken).toEqual([])
  expect(examiner.faults).toEqual([])
  // Forms, menus and panels were found by themselves; were the way to them broken, there would be none.
  expect(examiner.seen.filter((s) => s.includes(': ')).length).toBeGreaterThan(15)
})
