// The benchmarks: `node e2e/bench/run.mjs [pull poke …] [--rounds 3] [--full]`. Each figure is one line on standard output, "name value unit";
// bars, the machine's load, and what went wrong, are told on standard error. Where a figure is a time, its ratio to a bare measure of the same minute counts
// for more: machines differ, and this one may be busy.

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { floor } from './floor.mjs'
import { grid } from './grid.mjs'
import { blankPage, bundle, drive, kept, makeLoad, median, organisation, root, Server, sleep, withBrowser, withServer } from './lading.mjs'
import { busy, lists } from './lists.mjs'
import { open } from './open.mjs'
import { packing } from './packing.mjs'
import { rating } from './rating.mjs'

const arg = (name, otherwise) => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? otherwise : process.argv[at + 1]
}
const named = process.argv.slice(2).filter((word, at, all) => !word.startsWith('--') && all[at - 1] !== '--rounds')
const rounds = Number(arg('rounds', 3))
const full = process.argv.includes('--full')
const worker = 'dock000@bench.test'

const digits = (value) => (Math.abs(value) >= 100 ? value.toFixed(0) : Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2))

/** One line of the result. The bar is the issue's, for whoever watches. */
function figure(name, value, unit, bar) {
  console.log(`${name} ${digits(value)} ${unit}`)
  if (bar !== undefined) console.error(`#   ${name}: bar ${bar}`)
}

let script
const page = async (context, url) => {
  script ??= await bundle(join(root, 'e2e/bench/browser/figures.ts'))
  return blankPage(context, url, script)
}

async function slowed(context, of, times) {
  const cdp = await context.newCDPSession(of)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: times })
}

const figures = {
  /** A first load against the same rows put into a bare database, in turn. */
  pull: () =>
    withServer({ shipments: 10_000 }, {}, async (server) => {
      const ratios = []
      const times = []
      for (let round = 0; round < rounds; round++) {
        await withBrowser(async (context) => {
          const p = await page(context, server.url)
          const ms = await p.evaluate(async (user) => {
            await window.figures.open(user)
            return window.figures.bootstrap()
          }, worker)
          const floor = await p.evaluate(() => window.figures.bulkPut())
          if (floor.rows !== 10_000) throw new Error(`${floor.rows} shipments came`)
          console.error(
            `#   round ${round + 1}: ${ms.toFixed(0)} ms, bulkPut ${floor.ms.toFixed(0)} ms, ${floor.bytes.toFixed(0)} bytes a row`,
          )
          times.push(ms)
          ratios.push(ms / floor.ms)
        })
      }
      figure('pull_10000_shipments', median(times), 'ms')
      figure('pull_10000_shipments_over_bulkput', median(ratios), 'ratio', '≤ 1.3')
    }),

  drain: () =>
    withServer({ loads: 1000 }, {}, async (server) => {
      const answers = []
      for (let round = 0; round < rounds; round++)
        await withBrowser(async (context) => {
          const p = await page(context, server.url)
          answers.push(
            await p.evaluate(async (user) => {
              await window.figures.open(user)
              await window.figures.bootstrap()
              return window.figures.drain(1000)
            }, `dock00${round}@bench.test`),
          )
        })
      figure('drain_1000_mutations', median(answers.map((a) => a.ms)), 'ms', '≤ 3000')
      figure('drain_1000_mutations_until_shown', median(answers.map((a) => a.shown)), 'ms')
      figure('record_1000_mutations_offline', median(answers.map((a) => a.record)), 'ms')
    }),

  poke: () =>
    withServer({ loads: 500 }, {}, async (server) => {
      const r = await drive('poke', '--url', server.url, '--devices', 200)
      if (r.missing > 0) throw new Error(`${r.missing} arrivals are missing`)
      figure('poke_200_devices_p50', r.p50, 'ms')
      figure('poke_200_devices_p99', r.p99, 'ms', '≤ 250')
      figure('poke_200_devices_last', r.lastMax, 'ms')
    }),

  /** All tablets of a yard load from the beginning at once. */
  first: () =>
    withServer({ loads: 200, pallets: 26 }, {}, async (server) => {
      const r = await drive('first', '--url', server.url, '--devices', 200, '--pid', server.child.pid)
      if (!r.same) throw new Error('not every tablet came by the same rows')
      console.error(
        `#   ${r.rows} rows each; the first one alone: ${r.alone.toFixed(0)} ms, server's CPU ${r.aloneCPU.toFixed(0)} ms, peak ${r.aloneMB.toFixed(0)} MB`,
      )
      figure('first_load_of_200_tablets_at_once_all_done', r.all, 'ms')
      figure('first_load_of_200_tablets_at_once_p50', r.p50, 'ms')
      figure('first_load_server_cpu_each', r.cpu, 'ms')
      figure('first_load_of_200_tablets_server_peak', r.MB, 'MB')
    }),

  /** Pulls with nothing new do not grow with the organisation. */
  idle: async () => {
    const { shipments: large } = busy(full)
    const servers = []
    try {
      for (const size of [{ shipments: 10_000, warehouses: 3 }, busy(full)])
        servers.push(await new Server(await organisation(size), { replica: false }).start())
      const [small, big] = await drive('idle', '--url', servers.map((s) => s.url).join(), '--pulls', 3000)
      figure('idle_pull_10000_shipments_p99', small.p99, 'ms', '≤ 5')
      figure(`idle_pull_${large}_shipments_p99`, big.p99, 'ms', '≤ 5')
      figure(`idle_pull_${large}_over_10000_p50`, big.p50 / small.p50, 'ratio', '1')
    } finally {
      for (const s of servers) await s.end()
    }
  },

  /** Lists and search of the office, through the server's door. The seeded names are the worst there are: one city and one carrier for all. */
  search: () => {
    const { shipments } = busy(full)
    return withServer(busy(full), { replica: false }, async (server) => {
      const call = await caller(server.url, 'office@demo.test')
      const find = (searchtext) => () => call('Shipment/GlobalSearch', { searchtext })
      const list = (more) => () =>
        call('Shipment/GetShipmentList', { statuscode: 'D', pageSize: 100, sortName: 'ShipDate', sortbyOrder: -1, ...more })
      const any = (n) => Math.floor(Math.random() * n)
      const cases = {
        search_number: () => find(`L1${String(any(shipments)).padStart(6, '0')}`)(),
        search_start_of_a_number: find('L1'),
        search_words: () => find(`consignee ${any(4000)} aldermoor`)(),
        search_a_word_of_all: find('aldermoor'),
        search_two_letters_of_all: find('al'),
        search_words_of_all: find('northgate consi alder'),
        search_words_of_none: find('aldermoor cust3999 consignee 7'),
        list_page: () => list({ pageIndex: 1 + any(20) })(),
        list_one_day: () => list({ fromDate: new Date().toISOString().slice(0, 10), toDate: new Date().toISOString().slice(0, 10) })(),
        list_of_a_customer: () => list({ customer: `CUST${1 + 2 * any(2000)}` })(),
        list_of_the_customer_of_half: list({ customer: 'CUST0' }),
        list_of_a_carrier: list({ carrierSCAC: 'ABFS' }),
        list_of_a_mode: list({ RateModeID: 32 }),
        list_of_who_is_charged: list({ businessEntity: 'Northgate Home Supply' }),
        list_searched: () => list({ searchText: `consignee ${any(4000)}` })(),
        list_searched_for_a_word_of_all: list({ searchText: 'aldermoor' }),
      }
      for (const [name, run] of Object.entries(cases)) {
        const times = []
        for (let n = 0; n < 105; n++) {
          const began = performance.now()
          await run()
          if (n >= 5) times.push(performance.now() - began)
        }
        times.sort((a, b) => a - b)
        figure(`${name}_of_${shipments}_p50`, times[49], 'ms')
        figure(`${name}_of_${shipments}_p99`, times[98], 'ms', '≤ 150')
      }
    })
  },

  /** The server has one core; the tablets have what is left. */
  push: async () => {
    const loads = 2000
    let before = []
    try {
      execFileSync('taskset', ['-c', '0', 'true'])
      if (cpus().length > 1) before = ['taskset', '-c', '0']
    } catch {} // GOMAXPROCS alone, then
    await withServer({ loads, pallets: 7 }, { env: { GOMAXPROCS: '1' }, before }, async (server) => {
      const pid = server.child.pid // taskset becomes what it starts
      const r = await drive('push', '--url', server.url, '--devices', 1000, '--rate', 50, '--pid', pid)
      figure('push_10_mutations_one_core', r.perSecond, 'mutations/s', '≥ 1000')
      if (r.perCPUSecond) figure('push_10_mutations_per_cpu_second', r.perCPUSecond, 'mutations/s')
      figure(`push_1000_devices_at_${r.offered}_per_second_p50`, r.p50, 'ms')
      figure(`push_1000_devices_at_${r.offered}_per_second_p99`, r.p99, 'ms', '≤ 150')
    })
  },

  query: () =>
    withServer({ shipments: 10_000 }, {}, (server) =>
      withBrowser(async (context) => {
        const p = await page(context, server.url)
        const r = await p.evaluate(async (user) => {
          await window.figures.open(user)
          await window.figures.bootstrap()
          await window.figures.grow(20_000)
          await window.figures.query()
          return window.figures.query()
        }, worker)
        figure('query_bucket_page_of_20000', r.page, 'ms', '≤ 30')
        figure('query_bucket_page_of_20000_p95', r.pageP95, 'ms')
        figure(`query_whole_bucket_of_${r.rows}`, r.bucket, 'ms')
      }),
    ),

  enqueue: () =>
    withServer({ loads: 1000 }, {}, (server) =>
      withBrowser(async (context) => {
        const p = await page(context, server.url)
        await p.evaluate(async (user) => {
          await window.figures.open(user)
          await window.figures.bootstrap()
        }, worker)
        await slowed(context, p, 6)
        const r = await p.evaluate(() => window.figures.enqueue(150))
        figure('enqueue_strict_cpu_6x_p95', r.recorded, 'ms', '≤ 15')
        figure('enqueue_strict_cpu_6x_until_shown_p95', r.shown, 'ms')
        figure('enqueue_over_plain_strict_write', r.recorded / r.plain, 'ratio')
      }),
    ),

  /** What a browser asks for, as it would be sent. */
  size: () =>
    withServer({ loads: 100 }, {}, (server) =>
      withBrowser(async (context) => {
        const dist = join(root, 'server/http/dist')
        const scripts = async (work) => {
          const seen = new Set()
          const p = await context.newPage()
          p.on('request', (r) => {
            const path = new URL(r.url()).pathname
            if (path.endsWith('.js') && path !== '/sw.js') seen.add(path)
          })
          await work(p)
          await p.close()
          return (
            [...seen].reduce(
              (n, path) => n + (existsSync(join(dist, path)) ? gzipSync(readFileSync(join(dist, path)), { level: 9 }).length : 0),
              0,
            ) / 1000
          )
        }
        // What a stranger and a driver open carries nothing of the app; whose code it is makes no difference to the script.
        for (const [name, path] of Object.entries({ check_of_a_paper: '/check/none', drivers_page: '/driver' })) {
          const page = await scripts(async (p) => {
            await p.goto(`${server.url}${path}`)
            await p.getByRole('heading').first().waitFor()
          })
          figure(`js_public_${name}_gzip`, page, 'kB', '≤ 130')
        }
        const loginPage = await scripts(async (p) => {
          await p.goto(server.url)
          await p.locator('input[type=password]').waitFor()
        })
        figure('js_sign_in_page_gzip', loginPage, 'kB', '≤ 200')
        const p = await context.newPage()
        await signIn(p, server.url)
        await p.close()
        const screen = await scripts(async (q) => {
          await q.goto(`${server.url}/eSignBOL`)
          await q.locator('a[href*="/eSignBOL/load/"]').first().waitFor()
        })
        figure('js_dock_list_gzip', screen, 'kB', '≤ 200')
      }),
    ),

  /** A dispatcher watches 60 doors at work; a scan elsewhere stands on the screen. */
  dispatch: () =>
    withServer({ loads: 500, pallets: 26 }, {}, (server) =>
      withBrowser(async (context) => {
        const admin = await caller(server.url, 'admin@demo.test')
        const doors = Array.from({ length: 60 }, (_, n) => String(n + 1))
        await admin('Warehouse/Save', { id: 'ATL', name: 'Atlanta', zone: 'America/New_York', doors })
        const scanner = await caller(server.url, 'dock001@bench.test')
        const loads = (await scanner('DockView/GetShipmentList', { Warehouse: 'ATL' })).slice(0, doors.length)
        const pallets = new Map()
        for (const [n, load] of loads.entries()) {
          await scanner('DockView/StartLoading', { ShipmentId: load.id, Door: doors[n] })
          pallets.set(load.id, await scanner('DockView/GetLpnNumbers', { ShipmentId: load.id }))
        }
        const p = await context.newPage()
        await signIn(p, server.url)
        await p.goto(`${server.url}/DispatchConsole`)
        for (const door of [doors[0], doors.at(-1)]) await p.locator(`li[data-door="${door}"]`).getByText('0/26').waitFor()
        await sleep(3000) // the socket is opened behind the first screen
        const times = []
        for (let n = 0; n < 100; n++) {
          const load = loads[(n * 7) % loads.length]
          const door = doors[(n * 7) % loads.length]
          const pallet = pallets.get(load.id).pop()
          const stands = p.evaluate(
            ({ door, text }) =>
              new Promise((done) => {
                const tile = document.querySelector(`li[data-door="${door}"]`)
                const look = () => tile.textContent.includes(text) && requestAnimationFrame(() => done(Date.now()))
                new MutationObserver(look).observe(tile, { subtree: true, childList: true, characterData: true })
              }),
            { door, text: `${26 - pallets.get(load.id).length}/26` },
          )
          await sleep(60)
          const began = Date.now()
          await scanner('DockView/LoadPallet', { ShipmentId: load.id, PalletId: pallet.id })
          times.push((await Promise.race([stands, sleep(10_000).then(() => began + 10_000)])) - began)
        }
        times.sort((a, b) => a - b)
        figure('dispatch_60_doors_scan_to_screen_p50', times[49], 'ms')
        figure('dispatch_60_doors_scan_to_screen_p95', times[94], 'ms', '≤ 300')
      }),
    ),

  /** An administrator opens the page of 5,000 devices; the list comes in pages. */
  devices: () =>
    withServer({ loads: 100 }, {}, async (server) => {
      const admin = await caller(server.url, 'admin@demo.test')
      // One sign-in is one device's; that it was another before, the other's key must say.
      let former
      for (let n = 0; n < 5000; n++) {
        const { privateKey, publicKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign'])
        const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey)
        const device = deviceKey()
        const { nonce } = await admin('sync/nonce', { device })
        const signed = async (key, text) =>
          Buffer.from(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, Buffer.from(text))).toString('base64url')
        await admin('sync/enrol', {
          device,
          publicKey: { kty, crv, x, y },
          name: 'Dock',
          nonce,
          signature: await signed(privateKey, nonce),
          ...(former
            ? { inherits: { device: former.device, signature: await signed(former.privateKey, `inherit ${device} ${nonce}`) } }
            : {}),
        })
        former = { device, privateKey }
      }
      const times = []
      for (let round = 0; round < rounds + 2; round++) {
        const began = performance.now()
        let rows = 0
        for (let after = ''; ; ) {
          const page = await admin('Sync/Devices', { limit: 500, ...(after ? { after } : {}) })
          rows += page.devices.length
          if (!after) times.push(performance.now() - began)
          after = page.next
          if (!after) break
        }
        if (rows < 5000) throw new Error(`${rows} devices came`)
        console.error(`#   all ${rows} in ${(performance.now() - began).toFixed(0)} ms`)
      }
      figure('devices_first_page_of_5000', median(times), 'ms')
    }),

  /** The tablet is opened in a dead spot: process gone, server gone, six times slower than this machine. */
  cold: () =>
    withServer({ loads: 500 }, {}, async (server) => {
      const times = []
      await withBrowser(async (context) => {
        const first = await context.newPage()
        await signIn(first, server.url)
        await first.goto(`${server.url}/eSignBOL`)
        await first.locator('a[href*="/eSignBOL/load/"]').first().waitFor()
        await first.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
        await first.reload()
        await first.locator('a[href*="/eSignBOL/load/"]').first().waitFor()
        await first.close()
        await server.stop('SIGKILL')
        for (let round = 0; round < rounds + 2; round++) {
          const p = await context.newPage()
          await slowed(context, p, 6)
          const began = performance.now()
          await p.goto(`${server.url}/eSignBOL`, { waitUntil: 'commit' })
          await p.locator('a[href*="/eSignBOL/load/"]').first().waitFor()
          times.push(performance.now() - began)
          await p.close()
        }
      })
      console.error(`#   ${times.map((t) => t.toFixed(0)).join(' ')}`)
      figure('cold_start_offline_to_dock_list_cpu_6x', median(times.slice(1)), 'ms', '≤ 2000')
    }),
}

/** Calls of one person, over plain HTTP. */
async function caller(url, userName) {
  const post = async (path, body, token) => {
    const r = await fetch(`${url}/api/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    })
    const text = await r.text()
    if (!r.ok) throw new Error(`${path}: ${r.status} ${text}`)
    return text ? JSON.parse(text) : undefined
  }
  const { result } = await post('token', { grantType: 'password', userName, password: 'lading-demo' })
  return (path, body) => post(path, body, result.accessToken)
}

let made = 0
/** A number as a device makes one. */
const deviceKey = () => `01KZ${String(++made).padStart(22, '0')}`

async function signIn(p, url) {
  await p.goto(url)
  await p.locator('input:not([type=password])').first().fill(worker)
  await p.locator('input[type=password]').fill('lading-demo')
  await p.keyboard.press('Enter')
  await p.waitForURL((u) => u.pathname !== '/')
}

Object.assign(
  figures,
  floor({ figure, slowed, rounds }),
  packing({ figure, full }),
  rating({ figure }),
  grid({ figure, rounds, full }),
  lists({ figure, full, caller }),
  open({ figure, rounds, full, caller }),
)

const unknown = named.filter((name) => !figures[name])
if (unknown.length > 0) throw new Error(`no figure ${unknown.join()}; there are ${Object.keys(figures).join()}`)
if (!existsSync(join(root, 'bin/lading'))) throw new Error('bin/lading is not built: go tool task build')
makeLoad()
for (const [name, measure] of Object.entries(figures)) {
  if (named.length > 0 && !named.includes(name)) continue
  console.error(`# ${name} (load ${loadavg()[0].toFixed(1)})`)
  try {
    await measure()
  } catch (err) {
    console.error(`# ${name} failed: ${String(err?.stack ?? err).slice(0, 600)}`)
    process.exitCode = 1
  }
  await sleep(200)
}
console.error(`# organisations are kept in ${kept}; the peers' columns: node e2e/bench/peers/run.mjs`)
process.exit()
