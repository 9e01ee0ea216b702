// Lading beside its peers on the same documents, mutations and browser. All peers of a round run one after the other, so that the machine's
// noise meets all alike; ratios inside a round are what counts.
//
//   node e2e/bench/peers/run.mjs --setup                         installs the peers under the system's temporary folder; minutes
//   node e2e/bench/peers/run.mjs [--only S,P,U,N,Q,F,T] [--rounds 3] [--peers lading,ref,rx,pouch,pb] [--out results.json]
//   node e2e/bench/peers/report.mjs results.json…                medians and ratios as Markdown
import { execFileSync, spawn } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drive, kept, makeLoad, organisation, root, Server, scratchFolder, sleep, withBrowser } from '../lading.mjs'
import { generate } from './documents.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const home = join(kept, 'peers')
const dist = join(home, 'dist')
const arg = (name, otherwise) => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? otherwise : process.argv[at + 1]
}
const only = arg('only', 'S,P,U,N,Q,F,T').split(',')
const rounds = Number(arg('rounds', 3))
const chosen = arg('peers', 'lading,ref,rx,pouch,pb').split(',')
const sizes = arg('qn', '10000').split(',').map(Number)
const out = arg('out', join(home, 'results.json'))

function setup() {
  for (const d of ['npm', 'bin', 'data', 'go']) mkdirSync(join(home, d), { recursive: true })
  const run = (command, args, cwd, env = {}) => execFileSync(command, args, { cwd, env: { ...process.env, ...env }, stdio: 'inherit' })
  copyFileSync(join(here, 'package.json'), join(home, 'npm/package.json'))
  run('npm', ['install', '--no-audit', '--no-fund'], join(home, 'npm'))
  for (const n of new Set([10_000, ...sizes])) {
    const file = join(home, 'data', `${n}.ndjson`)
    if (!existsSync(file)) writeFileSync(file, [...generate(n)].map((d) => `${JSON.stringify(d)}\n`).join(''))
  }
  for (const name of ['ref', 'pocketbase']) {
    const source = join(home, 'go', name)
    cpSync(join(here, 'servers', name), source, { recursive: true })
    run('go', ['build', '-o', join(home, 'bin', name), '.'], source, { CGO_ENABLED: name === 'ref' ? '1' : '0' })
  }
}

/** One script for all columns. Peers come from their own folder; Lading's client, and the one Dexie for all, from ours. */
async function bundle() {
  const esbuild = (await import(join(home, 'npm/node_modules/esbuild/lib/main.js'))).default
  await esbuild.build({
    entryPoints: [join(here, 'browser/main.js')],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    define: { global: 'window' },
    alias: { '@sync': join(root, 'sync/client'), '@': join(root, 'web/src'), dexie: join(root, 'node_modules/dexie/dist/dexie.mjs') }, // Dexie loads once
    nodePaths: [join(home, 'npm/node_modules')],
    outfile: join(dist, 'main.js'),
    logLevel: 'warning',
  })
  writeFileSync(join(dist, 'index.html'), '<!doctype html><meta charset=utf-8><title>loading</title><script src="main.js"></script>')
}

// ---- what the machine does meanwhile ----

const wall = () => performance.timeOrigin + performance.now()
const rows = []
function note(row) {
  rows.push({ ...row, load: Number(readFileSync('/proc/loadavg', 'utf8').split(' ')[0]) })
  writeFileSync(out, JSON.stringify({ rows }, null, 1))
  console.log(JSON.stringify(row))
}

/** CPU milliseconds of a process and all it started: steadier than time on a machine with other work. */
function cpuOf(mark) {
  const children = new Map()
  const own = new Map()
  const roots = []
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      own.set(pid, 10 * (Number(fields[11]) + Number(fields[12]) + Number(fields[13]) + Number(fields[14])))
      children.set(fields[1], [...(children.get(fields[1]) ?? []), pid])
      if (typeof mark === 'string' ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(mark) : Number(pid) === mark) roots.push(pid)
    } catch {} // it has ended
  const seen = new Set()
  const walk = (pid) => {
    if (seen.has(pid)) return
    seen.add(pid)
    for (const child of children.get(pid) ?? []) walk(child)
  }
  roots.forEach(walk)
  return [...seen].reduce((ms, pid) => ms + (own.get(pid) ?? 0), 0)
}

// ---- servers ----

const ports = { ref: 7801, refN: 7811, pouch: 7802, pb: 7803, pbF: 7813 }
const servers = {}
const serverOf = (peer) => (peer === 'lading' ? 'lading' : peer === 'pouch' ? 'pouch' : peer === 'pb' ? 'pb' : 'ref')
const url = (name) => (name === 'lading' ? servers.lading.url : `http://127.0.0.1:${ports[name]}`)
process.on('exit', () => {
  for (const s of Object.values(servers)) s.kill?.('SIGKILL')
})

async function start(name) {
  if (servers[name]) return
  if (name === 'lading') {
    servers.lading = await new Server(await organisation({ loads: 10_000 })).start()
    return
  }
  const dir = scratchFolder(name)
  const data = `${join(home, 'data')}/`
  const address = `127.0.0.1:${ports[name]}`
  const options = {
    stdio: 'ignore',
    env: {
      ...process.env,
      NODE_PATH: join(home, 'npm/node_modules'),
      BENCH_SEED: data,
      BENCH_STATIC: dist,
      BENCH_SYNC: name === 'pbF' ? 'FULL' : 'NORMAL',
    },
  }
  if (name.startsWith('ref'))
    servers[name] = spawn(
      join(home, 'bin/ref'),
      ['-addr', address, '-dir', dir, '-static', dist, '-seed', data, '-sync', name === 'ref' ? 'FULL' : 'NORMAL'],
      options,
    )
  else if (name === 'pouch')
    servers[name] = spawn('node', [join(here, 'servers/pouch/server.cjs'), String(ports[name]), dir, dist, data], options)
  else servers[name] = spawn(join(home, 'bin/pocketbase'), ['serve', '--http', address, '--dir', dir], options)
  for (let i = 0; i < 200; i++) {
    try {
      await fetch(url(name) + (name.startsWith('pb') ? '/api/health' : '/health'))
      return
    } catch {
      await sleep(100)
    }
  }
  throw new Error(`${name} did not start`)
}

async function stop(name) {
  const server = servers[name]
  if (!server) return
  delete servers[name]
  if (name === 'lading') return server.end()
  server.kill('SIGTERM')
  await new Promise((r) => server.once('exit', r))
}

/** A freshly seeded server. Ours begins with another copy of its organisation; PouchDB's destroy() hangs once a live feed has been open. */
async function reset(name, n = 10_000) {
  if (name === 'lading' || name === 'pouch') await stop(name)
  await start(name)
  if (name === 'lading') return
  const r = await fetch(`${url(name)}${name.startsWith('ref') ? '' : '/bench'}/reset?n=${n}`, { method: 'POST' })
  if (!r.ok) throw new Error(`reset ${name}: ${await r.text()}`)
}

// ---- the browser ----

const limit = 240_000
async function withPage(peer, work) {
  return withBrowser(async (context, profile) => {
    const page = await context.newPage()
    page.on('pageerror', (err) => console.error(`# ${peer}: ${String(err).slice(0, 300)}`))
    const base = url(serverOf(peer)) + (peer === 'pouch' ? '/app' : '')
    if (peer === 'lading') {
      await page.goto(`${base}/healthz`)
      await page.evaluate(readFileSync(join(dist, 'main.js'), 'utf8'))
    } else await page.goto(`${base}/index.html`)
    await page.waitForFunction(() => document.title === 'ready', null, { timeout: 20_000 })
    const b = (name, ...args) =>
      Promise.race([
        page.evaluate(([f, a]) => window.bench[f](...a), [name, args]),
        sleep(limit).then(() => {
          throw new Error(`time is up in ${name}`)
        }),
      ])
    const timed = async (f) => {
      const server = servers[serverOf(peer)]?.pid ?? servers[serverOf(peer)]?.child?.pid
      const [cpu, srvCpu] = [cpuOf(profile), cpuOf(server)]
      const r = await f()
      return { ...(typeof r === 'number' ? { ms: r } : r), cpu: cpuOf(profile) - cpu, srvCpu: cpuOf(server) - srvCpu }
    }
    return work({ page, b, timed })
  })
}

const variants = {
  lading: [{ v: 'as shipped (outbox strict)', U: {} }],
  ref: [
    { v: 'identity', S: { gz: 0 }, P: { batch: 100 }, U: {} },
    { v: 'gzip+push1000+inline', S: { gz: 1 }, P: { batch: 1000 }, U: { inline: 1 } },
    { v: 'idb-strict+push-tx-each', open: { durability: 'strict' }, S: { gz: 0 }, P: { batch: 100, tx: 'each' } },
  ],
  rx: [
    { v: 'pull1000', S: { pullBatch: 1000 }, P: {}, U: {} },
    { v: 'default(100)', S: { pullBatch: 100 }, P: {} },
  ],
  pouch: [
    { v: 'batch1000', S: { batch: 1000 }, P: { batch: 1000 }, U: {} },
    { v: 'default(100)', S: { batch: 100 }, P: { batch: 100 } },
  ],
  pb: [
    { v: 'list1000', S: { batch: 1000 }, P: { batch: 0 }, U: {} },
    { v: 'list1000+batchapi100', S: { batch: 1000 }, P: { batch: 100 } },
  ],
}
const columns = Object.keys(variants).filter((p) => chosen.includes(p))

const documentKey = (i) => `sh${String((i * 53 + 11) % 10_000).padStart(13, '0')}`
const loadKey = (i) => {
  const n = (i * 53 + 11) % 10_000
  return `01${String((n * 7919) % 1000003).padStart(12, '0')}${String(n).padStart(12, '0')}`
}

/** Changes made at the server, each with the moment just before it was asked for. */
async function liveWrites(peer, n, gap) {
  const post = async (path, method, body, headers = {}) => {
    const r = await fetch(url(serverOf(peer)) + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    if (!r.ok) throw new Error(`${path}: ${r.status} ${await r.text()}`)
    return r.json()
  }
  let token
  if (peer === 'lading')
    token = (await post('/api/token', 'POST', { grantType: 'password', userName: 'dock001@bench.test', password: 'lading-demo' })).result
      .accessToken
  for (let i = 0; i < n; i++) {
    const id = documentKey(i)
    if (peer === 'lading')
      await post(
        '/api/DockView/StartLoading',
        'POST',
        { ShipmentId: loadKey(i), Door: wall().toFixed(3) },
        { Authorization: `Bearer ${token}` },
      )
    else if (peer === 'pouch') {
      const doc = await (await fetch(`${url('pouch')}/shipments/${id}`)).json()
      await post(`/shipments/${id}`, 'PUT', { ...doc, ts: wall() })
    } else if (peer === 'pb') await post(`/api/collections/shipments/records/${id}`, 'PATCH', { ts: wall() })
    else await post('/write', 'POST', { id, patch: { ts: wall() } })
    await sleep(gap)
  }
}

async function session(peer, variant, round) {
  await reset(serverOf(peer))
  await withPage(peer, async ({ b, timed }) => {
    await b('open', peer, variant.open ?? {})
    const s = await timed(() => b('bootstrap', peer, variant.S))
    if (s.n !== 10_000) throw new Error(`${s.n} documents came`)
    if (only.includes('S')) note({ w: 'S', peer, v: variant.v, round, ...s })
    if (only.includes('P')) {
      await b('offline', peer)
      const l = await timed(() => b('local', peer, 1000, 10_000))
      const p = await timed(() => b('push', peer, variant.P))
      note({ w: 'P', peer, v: variant.v, round, localMs: l.ms, localCpu: l.cpu, ...p })
    }
    if (only.includes('U') && variant.U) {
      await b('live', peer, variant.U)
      await sleep(500)
      await liveWrites(peer, 150, 30)
      note({ w: 'U', peer, v: variant.v, round, ...(await b('liveResult', 150)) })
    }
  })
}

/** The first load and the push over 100 ms and 10/5 Mbit/s, as the browser emulates it. */
async function slowLink(peer, variant, round) {
  await reset(serverOf(peer))
  await withPage(peer, async ({ b, timed, page }) => {
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Network.enable')
    await b('open', peer, variant.open ?? {})
    await cdp.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 100,
      downloadThroughput: 10e6 / 8,
      uploadThroughput: 5e6 / 8,
    })
    const s = await timed(() => b('bootstrap', peer, variant.S))
    await b('offline', peer)
    await b('local', peer, 1000, 10_000)
    const p = await timed(() => b('push', peer, variant.P))
    note({ w: 'N', peer, v: variant.v, round, sMs: s.ms, pMs: p.ms })
  })
}

async function attempt(what, work) {
  try {
    await work()
  } catch (err) {
    note({ w: 'error', ...what, error: String(err).slice(0, 400) })
  }
}

const writersOf = [
  ['lading', 'lading', '', 'FULL'],
  ['ref', 'ref', 'single', 'FULL'],
  ['ref', 'ref', 'group', 'FULL'],
  ['rx', 'ref', 'single', 'FULL'],
  ['pb', 'pb', '', 'NORMAL'],
  ['pb', 'pbF', '', 'FULL'],
  ['pouch', 'pouch', '', 'LevelDB, not synced'],
]

if (process.argv.includes('--setup')) {
  setup()
  process.exit()
}
if (!existsSync(join(home, 'npm/node_modules'))) throw new Error('the peers are not installed: add --setup once')
if (!existsSync(join(root, 'bin/lading'))) throw new Error('bin/lading is not built: go tool task build')
makeLoad()
await bundle()
try {
  note({ w: 'fsync', ...(await drive('fsync', '--data', home)) })
  for (let round = 1; round <= rounds; round++) {
    if (only.some((w) => 'SPU'.includes(w))) {
      if (only.includes('S'))
        await attempt({ peer: 'floor', round }, async () => {
          await start('ref')
          await withPage('floor', async ({ b, timed }) => {
            await b('open', 'floor')
            note({ w: 'S', peer: 'floor', v: 'bulkPut x1', round, ...(await timed(() => b('bulk', 'floor', 10_000, 10_000))) })
          })
        })
      for (let k = 0; k < 3; k++)
        for (const peer of columns) {
          const variant = variants[peer][k]
          if (variant) await attempt({ peer, v: variant.v, round }, () => session(peer, variant, round))
        }
    }
    if (only.includes('N'))
      for (const peer of columns)
        for (const variant of variants[peer])
          if (!variant.open) await attempt({ w2: 'N', peer, v: variant.v, round }, () => slowLink(peer, variant, round))
    if (only.includes('Q'))
      for (const n of sizes)
        for (const peer of ['floor', ...columns.filter((p) => p !== 'ref')])
          await attempt({ peer, n, round }, async () => {
            await start(serverOf(peer))
            if (peer === 'pb') await reset('pb', n)
            await withPage(peer, async ({ b }) => {
              await b('open', peer, {})
              const loadMs = peer === 'pb' ? null : await b('bulk', peer, n, 2000)
              note({ w: 'Q', peer, n, round, loadMs, ...(await b('query', peer)), usage: peer === 'pb' ? null : await b('estimate') })
            })
          })
    if (only.includes('F'))
      for (const peer of ['lading', 'ref', 'refinline', 'rx', 'pouch', 'pb'].filter((p) => chosen.includes(p.replace('inline', ''))))
        await attempt({ peer, round }, async () => {
          await reset(serverOf(peer))
          note({
            w: 'F',
            peer,
            round,
            ...(await drive('fanout', '--peer', peer, '--url', url(serverOf(peer)), '--devices', 200, '--writes', 30)),
          })
          await stop(serverOf(peer))
        })
    if (only.includes('T'))
      for (const [peer, server, mode, sync] of writersOf.filter(([p]) => chosen.includes(p)))
        await attempt({ peer, round }, async () => {
          await reset(server)
          note({
            w: 'T',
            peer,
            mode,
            sync,
            round,
            ...(await drive('writers', '--peer', peer, '--url', url(server), '--mode', mode, '--hands', 64)),
          })
        })
  }
} finally {
  for (const name of Object.keys(servers)) await stop(name)
}
rmSync(dist, { recursive: true, force: true })
process.exit()
