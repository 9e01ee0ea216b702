// The list of open orders on a device that holds very many: what is read, and what one change costs.
import { signIn } from './floor.mjs'
import { median, withBrowser, withServer } from './lading.mjs'

export const open = ({ figure, rounds = 3, full, caller }) => ({
  /** 20,000 orders (`--full`: 100,000): the list is opened, scrolled to its middle and its end, narrowed, and an order changes under it. */
  open: () => {
    const orders = full ? 100_000 : 20_000
    return withServer({ orders, warehouses: 1 }, {}, (server) =>
      withBrowser(async (context) => {
        const page = context.pages()[0] ?? (await context.newPage())
        page.setDefaultTimeout(300_000)
        await page.addInitScript(watchTasks)
        await signIn(page, server.url, 'admin@demo.test')
        await page.waitForFunction(held, orders, { polling: 5000 })
        await page.getByRole('button', { name: 'All saved' }).waitFor()
        const cdp = await context.newCDPSession(page)
        await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
        const metric = async (name) => (await cdp.send('Performance.getMetrics')).metrics.find((m) => m.name === name).value
        const spent = async () => 1000 * (await metric('TaskDuration'))
        const heap = async () => {
          await cdp.send('HeapProfiler.collectGarbage')
          return (await metric('JSHeapUsedSize')) / 1e6
        }
        const name = `open_orders_${orders}`
        const list = page.getByRole('grid', { name: 'Open orders' })
        const whole = () =>
          page.waitForFunction((n) => document.querySelector('[role=grid]')?.getAttribute('aria-rowcount') === String(n + 1), orders)
        /** From a click in the menu: what a reload costs has its own figures. */
        const visit = async (path, ready) => {
          const began = performance.now()
          await page.evaluate((to) => {
            history.pushState({}, '', to)
            dispatchEvent(new PopStateEvent('popstate'))
          }, path)
          await ready()
          return performance.now() - began
        }
        const away = () => visit('/ManageItems', () => page.getByRole('grid', { name: 'Open orders' }).waitFor({ state: 'detached' }))

        await visit('/OpenOrders', () => list.getByRole('row').nth(5).waitFor())
        await whole()
        await away()
        await page.reload()
        await page.getByRole('button', { name: 'All saved' }).waitFor()
        const bare = await heap()

        await page.evaluate(() => window.tasks.splice(0))
        let before = await spent()
        figure(`${name}_first_rows`, await visit('/OpenOrders', () => list.getByRole('row').nth(5).waitFor()), 'ms')
        const began = performance.now()
        await whole()
        figure(`${name}_all_known_after`, performance.now() - began, 'ms')
        figure(`${name}_opened_main_thread`, (await spent()) - before, 'ms')
        tell(figure, `${name}_opened`, await page.evaluate(() => window.tasks.splice(0)))
        figure(`${name}_heap`, (await heap()) - bare, 'MB')

        const again = []
        for (let n = 0; n < rounds; n++) {
          await away()
          again.push(await visit('/OpenOrders', () => list.getByRole('row').nth(5).waitFor()))
        }
        figure(`${name}_first_rows_again`, median(again), 'ms')
        await whole()

        await page.evaluate(() => window.tasks.splice(0))
        figure(`${name}_end_in_sight`, await page.evaluate(jump, 1), 'ms')
        figure(`${name}_middle_in_sight`, await page.evaluate(jump, 0.5), 'ms')
        tell(figure, `${name}_jumped`, await page.evaluate(() => window.tasks.splice(0)))
        await page.evaluate(jump, 0)

        // A change arrives: the first order goes back to the pending ones, by somebody else.
        const call = await caller(server.url, 'office@demo.test')
        const times = []
        before = await spent()
        for (let n = 1; n <= 5; n++) {
          const first = await list.getByRole('row').nth(1).getByRole('gridcell').nth(1).textContent()
          const start = performance.now()
          await call('Shipment/RevertSetItems', { OrderId: await page.evaluate(idOf, first.trim()) })
          await page.waitForFunction(
            (n) => document.querySelector('[role=grid]')?.getAttribute('aria-rowcount') === String(n + 1),
            orders - n,
            { polling: 'raf' },
          )
          times.push(performance.now() - start)
        }
        await page.waitForTimeout(2000) // what follows a change is a part of it
        figure(`${name}_change_shown`, median(times), 'ms')
        figure(`${name}_change_main_thread`, ((await spent()) - before) / 5, 'ms')
        tell(figure, `${name}_changed`, await page.evaluate(() => window.tasks.splice(0)))

        before = await spent()
        const typed = performance.now()
        await page.getByRole('textbox', { name: 'Find in this list' }).fill('N1000777')
        await page.waitForFunction(() => document.querySelector('[role=grid]')?.getAttribute('aria-rowcount') === '2')
        figure(`${name}_one_found_by_its_number`, performance.now() - typed, 'ms')
        figure(`${name}_found_main_thread`, (await spent()) - before, 'ms')
        tell(figure, `${name}_found`, await page.evaluate(() => window.tasks.splice(0)))
      }),
    )
  },
})

function tell(figure, name, tasks) {
  figure(`${name}_long_tasks`, tasks.length, 'tasks of 50 ms')
  figure(`${name}_longest_task`, Math.max(0, ...tasks), 'ms')
}

function watchTasks() {
  window.tasks = []
  new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map((e) => e.duration))).observe({ type: 'longtask' })
}

/** Whether so many orders are on the device. */
async function held(orders) {
  const name = (await indexedDB.databases()).map((d) => d.name).find((n) => n.startsWith('lading-cache-'))
  if (!name) return false
  const db = await new Promise((done) => {
    const asked = indexedDB.open(name)
    asked.onsuccess = () => done(asked.result)
  })
  if (!db.objectStoreNames.contains('order_open')) return void db.close()
  const n = await new Promise((done) => {
    const asked = db.transaction('order_open').objectStore('order_open').count()
    asked.onsuccess = () => done(asked.result)
  })
  db.close()
  return n >= orders
}

async function idOf(number) {
  const name = (await indexedDB.databases()).map((d) => d.name).find((n) => n.startsWith('lading-cache-'))
  const db = await new Promise((done) => {
    const asked = indexedDB.open(name)
    asked.onsuccess = () => done(asked.result)
  })
  const id = await new Promise((done) => {
    const asked = db.transaction('order_open').objectStore('order_open').index('number').getKey(number)
    asked.onsuccess = () => done(asked.result)
  })
  db.close()
  return id
}

/** Scrolls to a part of the list, and waits until rows with their numbers stand there. */
async function jump(part) {
  const box = document.querySelector('[role=grid]')
  const began = performance.now()
  box.scrollTop = (box.scrollHeight - box.clientHeight) * part
  const at = Math.max(1, Math.floor(Number(box.getAttribute('aria-rowcount')) * part) - 3)
  for (;;) {
    await new Promise(requestAnimationFrame)
    const near = [...box.querySelectorAll('[role=row][data-index]')].find((r) => Math.abs(Number(r.dataset.index) - at) < 12)
    if (near?.textContent.includes('N1')) return performance.now() - began
  }
}
