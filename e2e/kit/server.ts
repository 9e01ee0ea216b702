import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { itsPath, program, serversFolder } from './wine'

/** A free port of this machine. */
export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const s = createServer()
    s.once('error', reject)
    s.listen(0, '127.0.0.1', () => {
      const address = s.address()
      s.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))))
    })
  })
}

/**
 * The ports that are this worker's own in a run: what one of its files serves, the next one serves at the same address. A browser keeps what it has by that address.
 * One of them is for servers, the second for what stands before a server. Empty where no run has given any out.
 */
export function homePorts(): number[] {
  const { LADING_E2E_PORTS: first, TEST_PARALLEL_INDEX: worker } = process.env
  return first && worker ? [0, 1].map((n) => Number(first) + 2 * Number(worker) + n) : []
}

/** Whether nobody listens there. */
const unused = (port: number) =>
  new Promise<boolean>((resolve) => {
    const s = createServer()
    s.once('error', () => resolve(false))
    s.listen(port, '127.0.0.1', () => s.close(() => resolve(true)))
  })

/** This worker's port for a server or for what stands before one, or any other where that is taken. */
export async function homePort(of: 'server' | 'network'): Promise<number> {
  const port = homePorts()[of === 'server' ? 0 : 1]
  return port && (await unused(port)) ? port : freePort()
}

/** Ports one after another that no system gives out by itself, for `workers` of a run. */
export async function portsFor(workers: number): Promise<number> {
  for (;;) {
    const first = 15_000 + 2 * Math.floor(Math.random() * 5_000)
    const all = await Promise.all(Array.from({ length: 2 * workers }, (_, n) => unused(first + n)))
    if (all.every(Boolean)) return first
  }
}

/** The built program as a process of its own, with data and replica in a temporary folder. It can be stopped, killed and started again on the same port. */
export class Server {
  readonly dir = mkdtempSync(join(serversFolder(), 'lading-e2e-'))
  port = 0
  log = ''
  private child?: ChildProcess
  private folders = 0
  /** By user: a sign-in costs a tenth of a second of hashing, and a test that waits for something asks often. */
  private readonly tokens = new Map<string, string>()

  /** Settings beside those of a test. The demo is the small one, unless LADING_DEMO is '1'. */
  constructor(readonly env: Record<string, string> = {}) {}

  get url() {
    return `http://127.0.0.1:${this.port}`
  }

  get data() {
    return join(this.dir, this.folders ? `data-${this.folders}` : 'data')
  }

  get pid() {
    return this.child?.pid
  }

  async start(settings: Record<string, string> = {}) {
    if (!this.port) {
      this.port = await homePort('server')
      // The demo's days are those around its making: at another hour it makes its own.
      const made = process.env[`LADING_E2E_DEMO_${this.env.LADING_DEMO ?? 'small'}`]
      if (made && !this.env.LADING_CLOCK_AHEAD) cpSync(made, this.dir, { recursive: true })
    }
    const { file, before, env } = program()
    const child = spawn(file, [...before, 'serve'], {
      env: {
        ...process.env,
        ...env,
        AWS_CA_BUNDLE: '',
        LADING_ADDR: `127.0.0.1:${this.port}`,
        LADING_DATA: itsPath(this.data),
        LADING_REPLICA: itsPath(join(this.dir, 'replica')),
        LADING_SECRET_FILE: itsPath(join(this.dir, 'lading.secret')),
        LADING_DEMO: 'small',
        LADING_LIMITS: 'off',
        ...this.env,
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.child = child
    const keep = (b: Buffer) => {
      this.log = (this.log + b.toString()).slice(-200_000)
    }
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    for (const deadline = Date.now() + 60_000; ; ) {
      if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${this.log}`)
      try {
        if ((await fetch(`${this.url}/readyz`)).ok) return
      } catch {}
      if (Date.now() > deadline) throw new Error(`the server does not get ready:\n${this.log}`)
      await new Promise((r) => setTimeout(r, 50))
    }
  }

  /** Ends the process: politely, or at once. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') {
    const child = this.child
    if (!child || child.exitCode !== null || child.signalCode) return
    const gone = new Promise((r) => child.once('exit', r))
    child.kill(signal)
    await gone
  }

  /** Killed, and its data folder gone: the next start restores from the replica. */
  async lose() {
    await this.stop('SIGKILL')
    rmSync(this.data, { recursive: true })
  }

  /** Another server takes the replica over, with a folder and an address of its own, while this one stands still. What comes back lets the old one go on, and ends it. */
  async takeOver(): Promise<{ awake(): void; end(): void }> {
    const old = this.child
    old?.kill('SIGSTOP')
    this.folders++
    this.port = await freePort()
    await this.start({ LADING_TAKE_OVER: '1' })
    return { awake: () => old?.kill('SIGCONT'), end: () => old?.kill('SIGKILL') }
  }

  async remove() {
    await this.stop('SIGKILL')
    rmSync(this.dir, { recursive: true, force: true })
  }

  /** A bearer token of a demo user. */
  async token(user: string): Promise<string> {
    const r = await fetch(`${this.url}/api/token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ grantType: 'password', userName: user, password: 'lading-demo' }),
    })
    const body = await r.json()
    if (!r.ok) throw new Error(`sign-in of ${user}: ${r.status} ${JSON.stringify(body)}`)
    return body.result.accessToken
  }

  /** A call as a demo user. */
  async call(user: string, path: string, req: unknown = {}): Promise<unknown> {
    const known = this.tokens.get(user)
    const ask = (token: string) =>
      fetch(`${this.url}/api/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
        body: JSON.stringify(req),
      })
    const fresh = async () => {
      const token = await this.token(user)
      this.tokens.set(user, token)
      return ask(token)
    }
    let r = await (known ? ask(known) : fresh())
    if (known && r.status === 401) r = await fresh() // it has expired, or somebody ended it
    const text = await r.text()
    if (!r.ok) throw new Error(`${path}: ${r.status} ${text}`)
    return text ? JSON.parse(text) : undefined
  }
}
