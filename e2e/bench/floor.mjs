// The figures of the dock floor: what a worker and a driver feel, and what their evidence and paper cost.
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runnerImport } from 'vite'
import { blankPage, bundle, median, root, Server, scratchFolder, withBrowser, withServer } from './lading.mjs'

const p95 = (list) => list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(0.95 * list.length))]
const loadKey = (i) => `01${String((i * 7919) % 1000003).padStart(12, '0')}${String(i).padStart(12, '0')}`
const perLoad = 26

/** The demo's own world: there a bill is signed as it is in life. */
export async function withDemo(work) {
  const home = scratchFolder('demo')
  mkdirSync(join(home, 'data'), { recursive: true })
  const server = new Server(home, { env: { LADING_DEMO: '1' } })
  try {
    return await work(await server.start())
  } finally {
    await server.end()
  }
}

async function asDemo(server, user) {
  const ask = async (path, body, headers = {}) => {
    const res = await fetch(`${server.url}/api/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    if (!res.ok) throw new Error(`${path}: ${res.status} ${await res.text()}`)
    return res
  }
  const { result } = await (await ask('token', { grantType: 'password', userName: user, password: 'lading-demo' })).json()
  return (path, body = {}) => ask(path, body, { Authorization: `Bearer ${result.accessToken}` })
}

export async function signIn(p, url, user) {
  await p.goto(url)
  await p.locator('input:not([type=password])').first().fill(user)
  await p.locator('input[type=password]').fill('lading-demo')
  await p.keyboard.press('Enter')
  await p.waitForURL((u) => u.pathname !== '/')
}

/** Watches the answer to a scan: from the scanner's last key until the frame in which the answer stands is drawn. */
function watchScans() {
  window.scanned = (code) =>
    new Promise((done) => {
      let began = 0
      const look = () => {
        const kind = [...document.querySelectorAll('[data-kind]')].find((e) => e.textContent.includes(code.slice(-4)))?.dataset.kind
        if (!began || !kind || kind === 'none') return
        seen.disconnect()
        clearTimeout(late)
        // the frame that shows it begins with the next callback; it is drawn when the one after it is
        requestAnimationFrame(() => setTimeout(() => done({ kind, ms: performance.now() - began })))
      }
      const seen = new MutationObserver(look)
      seen.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
      // Keys of a script carry the time at which it came to write them: held up between two, they are somebody typing, and no scan.
      const late = setTimeout(() => {
        seen.disconnect()
        done(undefined)
      }, 5_000)
      for (const key of [...code, 'Enter']) {
        if (key === 'Enter') began = performance.now()
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
      }
    })
}

/** Watches the pad: from the finger's touch until there is ink. */
function watchInk() {
  const canvas = document.querySelector('canvas[data-signed]')
  window.inked = () =>
    new Promise((done) => {
      const touched = (e) => {
        const began = performance.timeOrigin + e.timeStamp
        // a small window about the finger: reading all of the canvas back would be most of what is measured
        const box = canvas.getBoundingClientRect()
        const scale = canvas.width / box.width
        const [x, y] = [(e.clientX - box.left) * scale - 8, (e.clientY - box.top) * scale - 8]
        const dark = () =>
          canvas
            .getContext('2d')
            .getImageData(x, y, 16, 16)
            .data.some((v, i) => i % 4 === 3 && v > 0)
        const frame = () => {
          if (dark()) done(performance.timeOrigin + performance.now() - began)
          else requestAnimationFrame(frame)
        }
        requestAnimationFrame(frame)
      }
      canvas.addEventListener('pointerdown', touched, { once: true, capture: true })
    })
}

/** Keeps the longest time between two frames. */
function watchFrames() {
  let last = performance.now()
  const frame = (now) => {
    window.longest = Math.max(window.longest ?? 0, now - last)
    last = now
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
}

/** As many signatures of one key, verified on the page's own thread by the browser and nothing else. The checker has a thread for each core. */
async function bareVerify(n) {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const { privateKey, publicKey } = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
  const text = crypto.getRandomValues(new Uint8Array(350))
  const signature = await crypto.subtle.sign(algorithm, privateKey, text)
  const began = performance.now()
  await Promise.all(Array.from({ length: n }, () => crypto.subtle.verify(algorithm, publicKey, signature, text)))
  return performance.now() - began
}

export const floor = ({ figure, slowed, rounds }) => ({
  /** Scan to answer with 5,200 pallets on the tablet, which is six times slower than this machine. */
  scan: () =>
    withServer({ loads: 200, pallets: perLoad }, {}, (server) =>
      withBrowser(async (context) => {
        const p = await context.newPage()
        await signIn(p, server.url, 'dock000@bench.test')
        await p.goto(`${server.url}/eSignBOL/load/${loadKey(0)}`)
        await p.locator('[data-kind=none]').waitFor()
        await p.evaluate(
          () => new Promise((done) => (navigator.serviceWorker.controller ? done() : navigator.serviceWorker.ready.then(() => done()))),
        )
        await slowed(context, p, 6)
        const good = []
        const bad = []
        for (const load of [0, 1, 2]) {
          await p.goto(`${server.url}/eSignBOL/load/${loadKey(load)}`)
          await p.locator('[data-kind=none]').waitFor()
          await p.waitForTimeout(1500)
          await p.evaluate(watchScans)
          for (let i = 0; i < perLoad; i++) {
            // every fifth label belongs to another load
            const right = i % 5 !== 4
            const pallet = right ? load * perLoad + i : (load + 7) * perLoad + i
            const code = `LPN-${String(pallet).padStart(10, '0')}`
            const answer = (await p.evaluate((c) => window.scanned(c), code)) ?? (await p.evaluate((c) => window.scanned(c), code))
            if (!answer) throw new Error(`no answer to ${code}`)
            const { kind, ms } = answer
            if ((kind === 'load') !== right) throw new Error(`pallet ${pallet} on load ${load}: ${kind}`)
            ;(right ? good : bad).push(ms)
            await p.waitForTimeout(400) // a scanner's hand
          }
        }
        const all = [...good, ...bad]
        for (const [name, list] of Object.entries({ right: good, wrong: bad }))
          console.error(`#   ${name} ${list.map((t) => t.toFixed(0)).join(' ')}`)
        figure('scan_to_answer_5200_pallets_cpu_6x_p50', median(all), 'ms')
        figure('scan_to_answer_5200_pallets_cpu_6x_p95', p95(all), 'ms', '≤ 100')
        figure('scan_to_answer_5200_pallets_cpu_6x_p95_refused', p95(bad), 'ms')
      }),
    ),

  /** A finger on the signing pad. */
  ink: () =>
    withServer({ loads: 200, pallets: perLoad }, {}, (server) =>
      withBrowser(async (context) => {
        const p = await context.newPage()
        await signIn(p, server.url, 'dock000@bench.test')
        for (const times of [1, 6]) {
          await slowed(context, p, times)
          const ms = []
          await p.goto(`${server.url}/Sign?load=${loadKey(0)}`)
          const pad = p.locator('canvas[data-signed]')
          await pad.waitFor()
          await pad.scrollIntoViewIfNeeded()
          await p.waitForTimeout(1500)
          await p.evaluate(watchInk)
          for (let i = 0; i < 20; i++) {
            const box = await pad.boundingBox()
            const inked = p.evaluate(() => window.inked())
            await p.waitForTimeout(50)
            await p.mouse.move(box.x + 40, box.y + 40)
            await p.mouse.down()
            for (let k = 1; k < 8; k++) await p.mouse.move(box.x + 40 + k * 6, box.y + 40 + k * 3)
            ms.push(await inked)
            await p.mouse.up()
            await p.getByRole('button', { name: 'Clear' }).click()
            await p.locator('canvas[data-signed=false]').waitFor()
          }
          figure(`tap_to_ink${times > 1 ? `_cpu_${times}x` : ''}_p95`, p95(ms), 'ms', '≤ 50')
        }
      }),
    ),

  /** A trailer of 26 pallets, loaded, closed and signed in a dead spot. */
  sign: () =>
    withDemo(async (server) => {
      const dock = await asDemo(server, 'dock@demo.test')
      const loads = await (await dock('DockView/GetShipmentList', { States: ['waiting'] })).json()
      const able = loads.filter((l) => l.totalPallets > 0 && l.totalPallets <= perLoad && l.hazmat.length === 0).slice(0, rounds)
      if (able.length < rounds) throw new Error(`${able.length} loads wait`)
      const script = await bundle(join(root, 'e2e/bench/browser/floor.ts'))
      await withBrowser(async (context) => {
        const p = await blankPage(context, server.url, script)
        await p.evaluate(() => window.floor.open('dock@demo.test'))
        const all = []
        for (const l of able) {
          await p.evaluate(([id, n]) => window.floor.fill(id, n), [l.id, perLoad])
          const one = await p.evaluate((id) => window.floor.sign(id), l.id)
          if (one.pallets !== perLoad) throw new Error(`the load has ${one.pallets} pallets`)
          all.push(one)
        }
        figure('load_of_26_signed_offline_recorded', median(all.map((o) => o.record)), 'ms')
        figure('load_of_26_signed_offline_drained', median(all.map((o) => o.ms)), 'ms', '≤ 5000')
      })
    }),

  /** The evidence of 10,000 events, checked on the device in the page that everybody uses. */
  chain: () =>
    withDemo(async (server) => {
      const { module } = await runnerImport(join(root, 'e2e/kit/chain.ts'), {
        configFile: false,
        logLevel: 'error',
        root,
        resolve: { alias: { '@sync': join(root, 'sync/client') } },
      })
      const file = join(scratchFolder('chain'), 'long.zip')
      writeFileSync(file, module.longChain(10_000))
      // the organisation's certificate is made with its first sealed thing
      const dock = await asDemo(server, 'dock@demo.test')
      const [load] = await (await dock('DockView/GetShipmentList')).json()
      await (await dock('Document/Evidence', { ShipmentId: load.id })).arrayBuffer()
      await withBrowser(async (context) => {
        const p = await context.newPage()
        await signIn(p, server.url, 'office@demo.test')
        await p.goto(`${server.url}/CheckPaper`)
        const picker = p.locator('input[type=file][accept*=zip]')
        await picker.waitFor({ state: 'attached' })
        await p.evaluate(watchFrames)
        await p.waitForTimeout(1500) // a person looks for the file
        const times = []
        const bare = []
        const frames = []
        for (let round = 0; round <= rounds + 1; round++) {
          await p.evaluate(() => {
            const input = document.querySelector('input[type=file][accept*=zip]')
            window.checked = new Promise((done) =>
              input.addEventListener(
                'change',
                () => {
                  const began = performance.now()
                  window.longest = 0
                  const before = document.querySelectorAll('article[data-verdict]').length
                  const seen = new MutationObserver(() => {
                    if (document.querySelectorAll('article[data-verdict]').length === before) return
                    seen.disconnect()
                    requestAnimationFrame(() => done(performance.now() - began))
                  })
                  seen.observe(document.body, { subtree: true, childList: true })
                },
                { once: true, capture: true },
              ),
            )
          })
          await picker.setInputFiles(file)
          times.push(await p.evaluate(() => window.checked))
          frames.push(await p.evaluate(() => window.longest))
          bare.push(await p.evaluate(bareVerify, 10_000))
          const told = await p.locator('article[data-verdict]').first().innerText()
          if (!told.includes('10000, of which 10000')) throw new Error(told)
        }
        for (const [name, list] of Object.entries({ times, bare, frames }))
          console.error(`#   ${name} ${list.map((t) => t.toFixed(0)).join(' ')}`)
        figure('chain_of_10000_events_verified', median(times.slice(1)), 'ms', '≤ 1000')
        figure('chain_of_10000_events_first_check', times[0], 'ms')
        figure('chain_of_10000_events_over_bare_signatures', median(times.slice(1).map((t, i) => t / bare[i + 1])), 'ratio')
        figure('chain_of_10000_events_longest_frame', median(frames.slice(1)), 'ms')
      })
    }),

  /** A signed bill of twenty lines in three copies. */
  paper: () => {
    const out = execFileSync(
      'go',
      ['test', '-run', '^$', '-bench', 'Render20Lines', '-benchtime', '50x', '-count', String(rounds), './server/document/bill'],
      {
        cwd: root,
        encoding: 'utf8',
      },
    )
    const ms = [...out.matchAll(/(\d+(?:\.\d+)?) ns\/op/g)].map((m) => Number(m[1]) / 1e6)
    if (ms.length !== rounds) throw new Error(out)
    figure('pdf_of_a_20_line_bill', median(ms), 'ms', '≤ 100')
  },
})
