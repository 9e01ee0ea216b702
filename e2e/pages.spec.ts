import { join } from 'node:path'
import { test as base, expect, type Locator, type Page, type Request } from '@playwright/test'
import { Examiner, quiet } from './kit/axe'
import { addressesOf, built } from './kit/built'
import { signIn, visit } from './kit/office'
import { Server } from './kit/server'
import { loaded, rowsOf } from './kit/store'

// No built page, and nothing that opens from one, has a serious fault of access, by daylight or in the sun, or asks for what the security policy
// forbids. Pages, their steps and what their buttons open are found by themselves.

/** What lies over the screen: a dialog, a menu, a panel. */
const layer = ':is([role=dialog], dialog[open], [role=menu], [popover])'
/** A table's rows and a list's entries are alike: the first stands for all. A heading of a column sorts, a hundred times over. */
const alike = '[role=columnheader] *, th *, [role=row] ~ [role=row] ~ [role=row] *, tr ~ tr ~ tr *, li ~ li *'

/** Whether a pointer reaches it. What was told stays until it is closed, over what lies in that corner. */
const reached = (what: Locator) =>
  what
    .evaluate(
      async (el) => {
        const messages = document.querySelectorAll<HTMLElement>('[aria-label=Messages] [aria-label=Close]')
        for (const close of messages) close.click()
        if (messages.length > 0) for (let i = 0; i < 2; i++) await new Promise((r) => requestAnimationFrame(r))
        el.scrollIntoView({ block: 'center', inline: 'center' })
        const box = el.getBoundingClientRect()
        const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
        return !el.matches(':disabled') && top !== null && el.contains(top)
      },
      undefined,
      { timeout: 2_000 },
    )
    .catch(() => false)

/** One sign-in and one tab for many pages: it goes from one to the next as a link does. */
class Office {
  readonly server = new Server()
  page!: Page
  private held: Record<'shipment' | 'load' | 'scenario', string[]> = { shipment: [], load: [], scenario: [] }
  private readonly forbidden: string[] = []
  /** Parts of the app that were asked for and are not here yet. */
  private readonly coming = new Set<Request>()
  /** Names of what has been pressed in an area: a button of the same name opens the same on its other pages. */
  private readonly pressed = new Set<string>()

  async open(page: Page) {
    await this.server.start()
    this.page = page
    page.on('request', (r) => void (new URL(r.url()).pathname.startsWith('/assets/') && this.coming.add(r)))
    page.on('requestfinished', (r) => void this.coming.delete(r))
    page.on('requestfailed', (r) => void this.coming.delete(r))
    await page.exposeBinding('policyBroken', (_, what: string) => this.forbidden.push(what))
    await page.addInitScript(() => {
      addEventListener('securitypolicyviolation', (e) =>
        (globalThis as unknown as { policyBroken(what: string): void }).policyBroken(
          `${location.pathname}: ${e.effectiveDirective} ${e.blockedURI} ${e.sample} ${e.sourceFile}`,
        ),
      )
      localStorage.setItem('lading.appearance', JSON.stringify({ look: 'light', density: 'office' }))
    })
    await page.goto(this.server.url)
    await signIn(page, 'admin@demo.test')
    await expect(page.getByRole('button', { name: 'All saved' })).toBeVisible({ timeout: 60_000 })
    await loaded(page)

    // One of each status: what a detail shows and offers depends on it.
    const one = <T extends { id: string }>(rows: T[], by: (row: T) => string) => [...new Map(rows.map((r) => [by(r), r.id])).values()]
    this.held = {
      shipment: one(await rowsOf<{ id: string; status: string }>(page, 'shipment'), (s) => s.status),
      load: one(await rowsOf<{ id: string; state: string }>(page, 'dock_shipment'), (l) => l.state),
      scenario: [await this.scenario()],
    }
    expect(this.held.shipment.length).toBeGreaterThan(4)
    expect(this.held.load.length).toBeGreaterThan(0)
  }

  ids = (parameter: string) => this.held[parameter === 'load' ? 'load' : parameter === 'scenarioId' ? 'scenario' : 'shipment']

  /** A plan of trucks, since the demo has none. */
  private async scenario() {
    const orders = (await rowsOf<{ id: string; warehouse: string; state: string }>(this.page, 'order_open')).filter(
      (o) => o.warehouse === 'ATL' && o.state === 'open',
    )
    const day = new Date(Date.now() + 86_400_000)
    while (day.getUTCDay() % 6 === 0) day.setUTCDate(day.getUTCDate() + 1) // not on a weekend
    const ask = { WHSE: 'ATL', ShipOn: day.toISOString().slice(0, 10), OrderIds: orders.slice(0, 12).map((o) => o.id) }
    const made = (await this.server.call('admin@demo.test', 'Shipment/multi-routing-v2', ask)) as { ScenarioId: string }
    const state = async () =>
      ((await this.server.call('admin@demo.test', 'Mtl/Scenario', { ScenarioId: made.ScenarioId })) as { State: string }).State
    await expect.poll(state, { timeout: 60_000 }).toBe('done')
    return made.ScenarioId
  }

  /** What is seen then is drawn anew: by way of another screen where it is the same one at another address. */
  async go(address: string) {
    const screen = (at: string) => at.split(/[/?#]/)[1]
    if (screen(address) === screen(this.page.url().slice(this.server.url.length))) await visit(this.page, '/NeedsAttention')
    await visit(this.page, address)
    await this.drawn()
  }

  over = () =>
    this.page
      .locator(layer)
      .filter({ visible: true })
      .filter({ has: this.page.locator('button, input, a, h2, [role=menuitem]') })

  /** Examines what lies over the screen, where something does. The screen itself has been looked at before. */
  async lookOver(examiner: Examiner, name: string) {
    const marked = await this.over().evaluateAll((all) => {
      for (const one of all) one.setAttribute('data-examined', '')
      return all.length
    })
    if (marked === 0) return false
    // A menu whose entry was chosen is on its way out.
    await quiet(this.page)
    if ((await this.page.locator('[data-examined]').filter({ visible: true }).count()) === 0) return false
    await examiner.examine(this.page, name, '[data-examined]')
    await this.page.locator('[data-examined]').evaluateAll((all) => {
      for (const one of all) one.removeAttribute('data-examined')
    })
    return true
  }

  /** Presses what can be pressed. What is covered, or gone meanwhile, is not a thing to press; what could be pressed and was not is a fault. */
  async press(what: Locator) {
    if (await reached(what))
      await what.click({ timeout: 5_000 }).catch(async (err) => {
        // What the button before opened, such as the camera, came late on a busy machine and lies over this one.
        if ((await this.over().count()) === 0) throw err
        await this.page.keyboard.press('Escape')
        await quiet(this.page)
        await what.click({ timeout: 10_000 })
      })
    await this.drawn()
  }

  /** Once all that was asked for is here and drawn: a dialog that nobody opened before has a file of its own. */
  private async drawn() {
    await quiet(this.page)
    while (this.coming.size > 0) {
      await Promise.all([...this.coming].map((r) => r.response().then((answer) => answer?.finished())))
      await quiet(this.page)
    }
  }

  /** The screen as it was before something was pressed: by Escape, as a person does, or anew. */
  private async back(address: string) {
    let over = await this.over().count()
    for (let tries = 0; tries < 3 && over > 0; tries++) {
      await this.page.keyboard.press('Escape')
      await quiet(this.page)
      over = await this.over().count()
    }
    if (over > 0) {
      await this.page.goto(this.server.url + address)
      await quiet(this.page)
    } else if (this.page.url() !== this.server.url + address) await this.go(address)
  }

  private async fresh(area: string, all: Locator) {
    const names = await all.evaluateAll((found) =>
      found.map((b) => {
        const said = (b.getAttribute('aria-label') ?? b.textContent ?? '').replace(/[\d\s]+/g, ' ').trim()
        const row = b.closest('[role=row], tr, li')
        if (!row) return said
        // In a row a button's name may hold the row's own, or its code: what is left without those words is what it does.
        const own = new Set(((row as HTMLElement).innerText ?? '').split(/[^\p{L}]+/u))
        const does = said
          .split(' ')
          .filter((word) => word === b.textContent?.trim() || !(/^[A-Z]{2,}$/.test(word) || own.has(word.replace(/[^\p{L}]/gu, ''))))
        return `${location.pathname.split('/')[1]}: ${does.join(' ')}`
      }),
    )
    const at = names.findIndex((n) => n !== '' && !this.pressed.has(`${area}: ${n}`))
    if (at < 0) return undefined
    this.pressed.add(`${area}: ${names[at]}`)
    return { name: names[at], what: all.nth(at) }
  }

  /** Opens in turn all that the screen's own buttons open, what a menu's entries open, and what can be done with chosen rows. */
  async openAll(examiner: Examiner, area: string, asked: string, within = this.page.locator('main')) {
    const address = this.page.url().slice(this.server.url.length) // some lead on to another
    const buttons = within.locator(`button:not(${alike}, [role=tab]):visible:enabled`)
    // From one tab to the next nothing has to be drawn anew.
    const tabs = within.locator(`button[role=tab]:not(${alike}):visible:enabled`)
    for (let next = await this.fresh(area, tabs); next; next = await this.fresh(area, tabs)) {
      await this.press(next.what)
      if (await this.lookOver(examiner, `${asked}: ${next.name}`)) await this.back(address)
    }
    await this.back(address)
    const entries = this.page.locator(`:is([role=menu], [popover]) :is(button, [role=menuitem]):not(li ~ li *):visible:enabled`)
    for (let next = await this.fresh(area, buttons); next; next = await this.fresh(area, buttons)) {
      await this.press(next.what)
      await this.lookOver(examiner, `${asked}: ${next.name}`)
      for (let entry = await this.fresh(area, entries); entry; entry = await this.fresh(area, entries)) {
        await this.press(entry.what)
        await this.lookOver(examiner, `${asked}: ${next.name}: ${entry.name}`)
        await this.back(address)
        await this.press(next.what)
      }
      await this.back(address)
    }
  }

  judge(examiner: Examiner) {
    test.info().annotations.push({ type: 'seen', description: examiner.seen.join('\n') })
    expect(this.forbidden.splice(0)).toEqual([])
    expect(examiner.faults).toEqual([])
  }
}

const test = base.extend<object, { office: Office }>({
  office: [
    async ({ browser }, use) => {
      const office = new Office()
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
      try {
        await office.open(await context.newPage())
        await use(office)
      } finally {
        await context.close()
        await office.server.remove()
      }
    },
    { scope: 'worker', timeout: 240_000 },
  ],
})
// Each worker has an office of its own. A trace would keep a copy of each of the hundreds of states that are looked at.
test.describe.configure({ mode: 'parallel' })
test.use({ trace: 'off' })

test('there are pages, and a way to what opens from them', async ({ office }) => {
  expect(built.length).toBeGreaterThan(10)
  await office.go('/OpenOrders')
  await office.press(office.page.getByRole('button', { name: 'Upload order file' }))
  await expect(office.over()).toHaveCount(1)
  await office.page.keyboard.press('Escape')
})

/**
 * Pages that show of a shipment the very screen of another one, whose test looks at it in each status and opens all that it offers: here once is enough. What a page adds
 * to that screen, by its heading, is looked at and opened in each status.
 */
const sameScreen: Record<string, { as: string; adds?: string }> = {
  ShipPO: { as: 'ShipmentDetails' },
  DMShipmentDetails: { as: 'ShipmentDetails', adds: 'Invoices' },
  DMParcelShipmentDetails: { as: 'ShipmentDetails', adds: 'Labels' },
}

const shown = built.filter((p) => p.name !== 'Login')
// The pages of an area stand together: a button that several of them have is pressed once.
for (const area of new Set(shown.map((p) => p.area)))
  test.describe(area, () => {
    test.describe.configure({ mode: 'default' })
    for (const p of shown.filter((p) => p.area === area))
      test(p.name, async ({ office }) => {
        const examiner = new Examiner()
        const { as, adds } = sameScreen[p.name] ?? {}
        if (as) expect(built.map((b) => b.name)).toContain(as)
        const own = office.page
          .locator('main section')
          .filter({ has: office.page.getByRole('heading', { level: 2, name: adds, exact: true }) })
        let added = 0
        for (const [n, address] of addressesOf(p, (parameter) => office.ids(parameter).slice(0, as && !adds ? 1 : undefined)).entries()) {
          await office.go(address)
          await expect(office.page.getByText('This is not here.'), `${address} shows what it is the page of`).toBeHidden()
          if (!adds || n === 0) await examiner.examine(office.page, address)
          if (!adds) await office.openAll(examiner, p.area, address)
          else if ((await own.count()) > 0) {
            added++
            await own.evaluateAll((all) => all.map((one) => one.setAttribute('data-examined', '')))
            if (n > 0) await examiner.examine(office.page, `${address}: ${adds}`, '[data-examined]')
            await own.evaluateAll((all) => all.map((one) => one.removeAttribute('data-examined')))
            await office.openAll(examiner, p.area, address, own)
          }
        }
        if (adds) expect(added, `statuses with ${adds}`).toBeGreaterThan(0)
        office.judge(examiner)
      })
  })

test('screens that are not in the list of pages', async ({ office }) => {
  const examiner = new Examiner()
  for (const address of ['/NeedsAttention', '/nothing/of/ours', `/Sign?load=${office.ids('load')[0]}`]) {
    await office.go(address)
    await examiner.examine(office.page, address)
  }
  office.judge(examiner)
})

test('what can be done with chosen rows', async ({ office }) => {
  const examiner = new Examiner()
  await office.go('/OpenOrders')
  await office.page.getByRole('checkbox', { name: 'Choose', exact: true }).first().check()
  await expect(office.page.getByRole('region', { name: 'Selected rows' })).toBeVisible()
  await quiet(office.page)
  await examiner.examine(office.page, 'chosen rows', '[role=grid], [aria-label="Selected rows"]')
  office.judge(examiner)
})

test('an order file, from the choice to the preview', async ({ office }) => {
  const examiner = new Examiner()
  const { page } = office
  for (const file of ['clean.csv', 'erp-export.csv', 'weekly-orders.xlsx']) {
    await office.go('/OpenOrders')
    await page.getByRole('button', { name: 'Upload order file' }).click()
    await page.setInputFiles('input[type=file]', join(process.cwd(), 'fixtures/order', file))
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Customer').fill('NGHS')
    const read = dialog.getByRole('button', { name: 'Read the file' })
    await expect(read).toBeEnabled()
    await examiner.examine(page, `${file}, chosen`, '[role=dialog]')
    await read.press('Enter')
    await expect(page.getByRole('navigation', { name: 'Where you are' })).toContainText(file)
    await quiet(page)
    await examiner.examine(page, `${file}, read`)
  }
  office.judge(examiner)
})

test('what opens from the frame', async ({ office }) => {
  const examiner = new Examiner()
  const { page } = office
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
    await page.goto(`${office.server.url}/Password`)
    await quiet(page)
    await open()
    await expect(office.over().first()).toBeVisible()
    await office.lookOver(examiner, name)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  office.judge(examiner)
})

test('the way in', async ({ browser, office }) => {
  const examiner = new Examiner()
  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(office.server.url)
  await expect(stranger.getByLabel('User name')).toBeVisible()
  await examiner.examine(stranger, 'sign-in')
  await stranger.context().close()
  office.judge(examiner)
})
