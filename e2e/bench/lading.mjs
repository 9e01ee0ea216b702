// The running program and a browser to meet it, for the benchmarks.
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { build } from 'vite'

export const root = fileURLToPath(new URL('../../', import.meta.url))
/** Organisations are made once and kept here; nothing of a benchmark is written beside the sources. */
export const kept = join(tmpdir(), 'lading-bench')
const shop = join(kept, 'orgs')
export const load = join(kept, process.platform === 'win32' ? 'load.exe' : 'load')
mkdirSync(shop, { recursive: true })

const scratch = mkdtempSync(join(tmpdir(), 'lading-bench-'))
const running = new Set()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(scratch, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))

export const scratchFolder = (name) => mkdtempSync(join(scratch, `${name}-`))

/** Builds the driver of many tablets. */
export function makeLoad() {
  execFileSync('go', ['build', '-o', load, './e2e/bench/load'], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
}

export function drive(...args) {
  return new Promise((resolve, reject) => {
    const child = spawn(load, args.map(String), { stdio: ['ignore', 'pipe', 'inherit'] })
    running.add(child)
    let out = ''
    child.stdout.on('data', (b) => {
      out += b
    })
    child.once('exit', (code) => {
      running.delete(child)
      if (code === 0) resolve(JSON.parse(out))
      else reject(new Error(`load ${args[0]} ended with ${code}`))
    })
  })
}

async function freePort() {
  return new Promise((resolve, reject) => {
    const s = createServer()
    s.once('error', reject)
    s.listen(0, '127.0.0.1', () => {
      const { port } = s.address()
      s.close(() => resolve(port))
    })
  })
}

/** A copy of an organisation of this size, made on the first run. The schema is part of its name. */
export async function organisation(size) {
  const schema = execFileSync('git', ['hash-object', '--stdin'], {
    input: execFileSync('sh', ['-c', 'cat migrations/org/*.sql migrations/system/*.sql e2e/bench/load/seed.go'], { cwd: root }),
    encoding: 'utf8',
  }).slice(0, 8)
  const name = `${Object.entries(size)
    .map(([k, v]) => `${k}${v}`)
    .join('-')}-${schema}`
  const home = join(shop, name)
  if (!existsSync(join(home, 'done'))) {
    rmSync(home, { recursive: true, force: true })
    mkdirSync(home, { recursive: true })
    await drive('seed', '--data', join(home, 'data'), ...Object.entries(size).flatMap(([k, v]) => [`--${k}`, v]))
    mkdirSync(join(home, 'done'))
  }
  const copy = scratchFolder('org')
  cpSync(home, copy, { recursive: true })
  return copy
}

/** The built program on an organisation of its own. */
export class Server {
  constructor(home, { replica = true, env = {}, before = [] } = {}) {
    Object.assign(this, { home, replica, env, before, log: '' })
  }

  get url() {
    return `http://127.0.0.1:${this.port}`
  }

  async start() {
    this.port ||= await freePort()
    const command = [...this.before, join(root, 'bin/lading'), 'serve']
    const child = spawn(command[0], command.slice(1), {
      env: {
        ...process.env,
        LADING_ADDR: `127.0.0.1:${this.port}`,
        LADING_DATA: join(this.home, 'data'),
        LADING_REPLICA: this.replica ? join(this.home, 'replica') : 'off',
        LADING_SECRET_FILE: join(this.home, 'lading.secret'),
        LADING_LIMITS: 'off',
        ...this.env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.child = child
    running.add(child)
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (b) => {
        this.log = (this.log + b).slice(-20_000)
      })
    for (const deadline = Date.now() + 60_000; ; ) {
      if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${this.log}`)
      try {
        if ((await fetch(`${this.url}/readyz`)).ok) return this
      } catch {}
      if (Date.now() > deadline) throw new Error(`the server does not get ready:\n${this.log}`)
      await sleep(50)
    }
  }

  async stop(signal = 'SIGTERM') {
    const { child } = this
    if (!child || child.exitCode !== null || child.signalCode) return
    const gone = new Promise((r) => child.once('exit', r))
    child.kill(signal)
    await gone
    running.delete(child)
  }

  async end() {
    await this.stop('SIGKILL')
    rmSync(this.home, { recursive: true, force: true })
  }
}

export const sleep = (ms) => new Promise((r) => setTimeout(r, ms))

export async function withServer(size, options, work) {
  const server = new Server(await organisation(size), options)
  try {
    return await work(await server.start())
  } finally {
    await server.end()
  }
}

function chromiumPath() {
  for (const name of [process.env.CHROMIUM, 'chromium', 'chromium-browser', 'google-chrome']) {
    if (!name) continue
    try {
      return execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim()
    } catch {}
  }
  return undefined
}

/** A browser with a profile on disk: an incognito one would keep IndexedDB in memory. */
export async function withBrowser(work, options = {}) {
  const profile = scratchFolder('profile')
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath(),
    headless: true,
    viewport: { width: 1280, height: 800 },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
    ...options,
  })
  context.setDefaultTimeout(60_000)
  try {
    return await work(context, profile)
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  }
}

/** Opens a plain answer of a server as a page and runs a script in it: the origin is the server's, and nothing of the app runs. */
export async function blankPage(context, url, script) {
  const page = await context.newPage()
  page.on('pageerror', (err) => console.error(`# page: ${String(err).slice(0, 300)}`))
  await page.goto(`${url}/healthz`)
  await page.evaluate(script)
  return page
}

/** The benchmarks' side of the browser as one script, with the product's own client in it. */
export async function bundle(entry) {
  const [result] = [
    await build({
      configFile: false,
      logLevel: 'error',
      root,
      resolve: { alias: { '@sync': join(root, 'sync/client'), '@': join(root, 'web/src') } },
      build: {
        write: false,
        target: 'es2022',
        lib: { entry, formats: ['iife'], name: 'bench' },
      },
    }),
  ].flat()
  return result.output[0].code
}

export const median = (list) => {
  const sorted = list.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)]
}

/** The tasks of a page's main thread while something is done, by the processor's time: that means the same on a busy machine. */
export async function traced(context, page, work) {
  const cdp = await context.newCDPSession(page)
  const events = []
  cdp.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value) events.push(event)
  })
  const over = new Promise((done) => cdp.once('Tracing.tracingComplete', done))
  await cdp.send('Tracing.start', {
    traceConfig: { includedCategories: ['toplevel', 'disabled-by-default-devtools.timeline', 'devtools.timeline', 'blink.user_timing'] },
    transferMode: 'ReportEvents',
  })
  await page.evaluate(() => performance.mark('lading-bench'))
  const result = await work()
  await cdp.send('Tracing.end')
  await over
  await cdp.detach()
  const here = events.find((e) => e.name === 'lading-bench')
  const tasks = events
    .filter(
      (e) => e.pid === here.pid && e.tid === here.tid && (e.name === 'RunTask' || e.name === 'ThreadControllerImpl::RunTask') && e.tdur,
    )
    .map((e) => e.tdur / 1000)
  return {
    result,
    tasks,
    total: tasks.reduce((a, b) => a + b, 0),
    long: tasks.filter((ms) => ms > 50),
    longest: Math.max(0, ...tasks),
    events,
    here,
  }
}
