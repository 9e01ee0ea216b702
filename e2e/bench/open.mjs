// The list of open orders on a device that holds very many: what is read, and what one change costs.
import { signIn } from './floor.mjs'
import { median, traced, withBrowser, withServer } from './lading.mjs'

export const open = ({ figure, rounds = 3, full, caller }) => ({
  /** 20,000 orders (`--full`: 100,000): the list is opened, scrolled to its middle and its end, an order leaves it, and one is sought. */
  open: () => {
    const orders = full ? 100_000 : 20_000
    return withServer({ orders, warehouses: 1 }, {}, (server) =>
      withBrowser(async (context) => {
        const page = context.pages()[0] ?? (await context.newPage())
        page.setDefaultTimeout(300_000)
        await signIn(page, server.url, 'admin@demo.test')
        await page.waitForFunction(held, orders, { polling: 5000 })
        await page.goto(`${server.url}/ManageItems`)
        await page.getByRole('button', { name: 'All saved' }).waitFor()
        const cdp = await context.newCDPSession(page)
        await cdp.send('Performance.enable')
        const metric = async (name) => (await cdp.send('Performance.getMetrics')).metrics.find((m) => m.name === name).value
        const heap = async () => {
          await cdp.send('HeapProfiler.collectGarbage')
          return (await metric('JSHeapUsedSize')) / 1e6
        }
        // What follows a first load, such as the comparison with the server, has its own figures.
        for (let spent = 0, before = -1; spent - before > 0.1; ) {
          before = await metric('TaskDuration')
          await page.waitForTimeout(2000)
          spent = await metric('TaskDuration')
        }
        const list = page.getByRole('grid', { name: 'Open orders' })
        const first = () => list.getByRole('row').nth(5).waitFor()
        /** By the address, within the page: what a reload costs has its own figures. */
        const visit = async (path, ready) => {
          const began = performance.now()
          await page.evaluate((to) => {
            history.pushState({}, '', to)
            dispatchEvent(new PopStateEvent('popstate'))
          }, path)
          await ready()
          return performance.now() - began
        }
        const away = () => visit('/ManageItems', () => list.waitFor({ state: 'detached' }))
        /** One figure for the time that somebody waits, three for what the page's thread did until it was idle again, by the processor's time. */
        const measure = async (what, work, times = 1) => {
          const { result, total, long, longest } = await traced(context, page, async () => {
            const result = await work()
            await page.waitForTimeout(2000)
            return result
          })
          const name = `open_orders_${orders}_${what}`
          figure(name, result, 'ms')
          figure(`${name}_main_thread`, total / times, 'ms of processor')
          figure(`${name}_tasks_over_50_ms`, long.length, 'tasks', '0')
          figure(`${name}_longest_task`, longest, 'ms of processor')
        }

        const bare = await heap()
        await measure('first_rows', async () => {
          const ms = await visit('/OpenOrders', first)
          const began = performance.now()
          await page.evaluate(rowCount, orders)
          figure(`open_orders_${orders}_all_counted_after`, ms + performance.now() - began, 'ms')
          return ms
        })
        figure(`open_orders_${orders}_heap`, (await heap()) - bare, 'MB')
        const again = []
        for (let n = 0; n < rounds; n++) {
          await away()
          again.push(await visit('/OpenOrders', first))
        }
        figure(`open_orders_${orders}_first_rows_again`, median(again), 'ms')
        await page.evaluate(rowCount, orders)
        await measure('end_in_sight', () => page.evaluate(jump, 1))
        await measure('middle_in_sight', () => page.evaluate(jump, 0.5))
        await page.evaluate(jump, 0)

        // A change arrives: orders go back to the pending ones, by somebody else.
        const call = await caller(server.url, 'office@demo.test')
        const ids = await page.evaluate(firstIds, 5)
        await measure(
          'change_shown',
          async () => {
            const times = []
            for (const [n, id] of ids.entries()) {
              const shown = page.evaluate(rowCount, orders - n - 1)
              const began = performance.now()
              await call('Shipment/RevertSetItems', { OrderId: id })
              await shown
              times.push(performance.now() - began)
            }
            return median(times)
          },
          ids.length,
        )
        await measure('one_found', async () => {
          const began = performance.now()
          await page.getByRole('textbox', { name: 'Find in this list' }).fill('N1000777')
          await page.evaluate(rowCount, 1)
          return performance.now() - began
        })
      }),
    )
  },
})

/** Until the list says that it has so many rows. */
function rowCount(n) {
  return new Promise((done) => {
    const look = () => {
      if (document.querySelector('[role=grid]')?.getAttribute('aria-rowcount') !== String(n + 1)) return
      seen.disconnect()
      done()
    }
    const seen = new MutationObserver(look)
    seen.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['aria-rowcount'] })
    look()
  })
}

/** Whether so many orders are on the device. */
async function held(orders) {
  const name = (await indexedDB.databases()).map((d) => d.name).find((n) => n.startsWith('lading-cache-'))
  if (!name) return false
  const db = await new Promise((done) => {
    const asked = indexedDB.open(name)
    asked.onsuccess = () => done(asked.result)
  })
  const asked = db.objectStoreNames.contains('order_open') && db.transaction('order_open').objectStore('order_open').count()
  const n = asked
    ? await new Promise((done) => {
        asked.onsuccess = () => done(asked.result)
      })
    : 0
  db.close()
  return n >= orders
}

async function firstIds(n) {
  const name = (await indexedDB.databases()).map((d) => d.name).find((n) => n.startsWith('lading-cache-'))
  const db = await new Promise((done) => {
    const asked = indexedDB.open(name)
    asked.onsuccess = () => done(asked.result)
  })
  const ids = await new Promise((done) => {
    const asked = db.transaction('order_open').objectStore('order_open').getAllKeys(null, n)
    asked.onsuccess = () => done(asked.result)
  })
  db.close()
  return ids
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
