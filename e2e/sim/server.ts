import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Judged } from '@sync/testing/lanes'
import { freePort } from '../kit/server'
import { Carrier } from './carrier'

export interface Shipment {
  id: string
  warehouse: string
  bol: string
  pieces: number
  pallets: string[]
}

/** A box at the packing table, and an item that belongs into it. */
export interface PackBox {
  plan: string
  box: string
  item: string
}

/** What lies on the office's desk: orders that can be built together, and a carrier that a collect order may go with. */
/** The yard of ATL: a row of three spots, and trailers in it. */
export interface SimYard {
  row: string
  trailers: string[]
}

export interface Desk {
  orders: string[]
  carrier: string
}

/** What those hold who never sign in: the vendor's link, the sign at the gate, the containers that a provider tells of. */
export interface Strangers {
  portal: string
  purchases: string[]
  gate: string
  containers: string[]
}

/** What the server has of what strangers said, and of the labels that an office bought. */
export interface Heard {
  shipped: { id: string; pieces: number }[]
  visits: { id: string; plate: string }[]
  /** What a provider said of containers, with its clock's times in ms. */
  told: { source: string; at: number; event: number; stands: boolean }[]
  notices: string[]
  labels: { id: string; shipment: string; state: string }[]
}

/** A block of numbers that a device was given. */
export interface Grant {
  id: string
  device: string
  kind: string
  carrier: string
  prefix: string
  first: number
  last: number
}

/** What is in the newest life of an organisation's replica, restored to a file of its own. */
export interface Life {
  version: number
  outcomes: string[]
  files: string[]
  unread: string[]
  leases: Grant[]
}

type Outcome = Judged & Required<Pick<Judged, 'code'>>

export interface Report {
  problems: string[]
  outcomes: Outcome[]
  /** Ids of refused and parked work that nobody has settled. */
  tray: string[]
  /** What a person is told of the refused work among it. */
  refusals: { id: string; code: string; errors: unknown; row: unknown }[]
  version: number
  /** How many forms were carried out. */
  forms: number
}

/** The real server with the simulation's second door, as a process that can be killed at any moment. */
export class SimServer {
  private readonly dir = mkdtempSync(join(tmpdir(), 'lading-sim-'))
  private port = 0
  private door = 0
  private child: ChildProcess | undefined
  private log = ''
  private folders = 0
  /** What has happened to it so far. */
  readonly count = { kills: 0, lost: 0, takenOver: 0 }
  /** A server that another has taken over from, and that does not know it yet. */
  private old: { child: ChildProcess; port: number; asleep: boolean } | undefined
  private readonly sleepers: (() => void)[] = []

  /** A parcel carrier, which outlives each of the processes. */
  readonly carrier = new Carrier()
  private carrierAt = ''

  /** With a replica, what is restored is what Litestream has put there. */
  constructor(readonly replica = false) {}
  /** Organisations of which a lost data folder takes the replica's newest object along, and of which the next start says nothing. */
  readonly shortened = new Set<string>()
  /** Settled while the process runs. */
  up: Promise<void> = Promise.resolve()

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  /** Where the server that was taken over from still answers, if it does; '' while it stands still. */
  get oldUrl(): string | undefined {
    return this.old && (this.old.asleep ? '' : `http://127.0.0.1:${this.old.port}`)
  }

  /** Of an address at which a server stands still: resolves when it goes on or is taken away. Undefined of any other. */
  asleep(url: string): Promise<void> | undefined {
    if (!this.old?.asleep || new URL(url).port !== String(this.old.port)) return undefined
    return new Promise((r) => this.sleepers.push(r))
  }

  private wake(): void {
    for (const woken of this.sleepers.splice(0)) woken()
  }

  /** Another server takes the replica over, with a data folder and an address of its own, while this one stands still. */
  takeOver(): Promise<void> {
    const { child, port } = this
    if (!child || this.old) return Promise.resolve()
    child.kill('SIGSTOP')
    this.count.takenOver++
    this.old = { child, port, asleep: true }
    this.port = this.door = 0
    this.folders++
    this.up = this.start([], true)
    return this.up
  }

  /** The one that stood still goes on, as if nothing had happened. */
  awake(): void {
    if (!this.old) return
    this.old.child.kill('SIGCONT')
    this.old.asleep = false
    this.wake()
  }

  /** It is taken away. */
  async endOld(): Promise<void> {
    const { old } = this
    this.old = undefined
    this.wake()
    if (!old || old.child.exitCode !== null || old.child.signalCode) return
    const gone = new Promise((r) => old.child.once('exit', r))
    old.child.kill('SIGKILL')
    await gone
  }

  /** kill -9, the data folder lost, and up again from the replica. */
  lose(): Promise<void> {
    this.count.lost++
    this.up = this.kill().then(() => {
      rmSync(join(this.dir, this.data), { recursive: true, force: true })
      for (const org of this.shortened) this.shorten(org)
      return this.start()
    })
    return this.up
  }

  /** Takes the newest object out of an organisation's newest life, on all levels that hold it. */
  private shorten(org: string): void {
    const root = join(this.dir, 'replica', 'org', org)
    const life = readdirSync(root)
      .filter((name) => existsSync(join(root, name, 'ltx')))
      .sort()
      .at(-1)
    if (!life) return
    const objects = (readdirSync(join(root, life, 'ltx'), { recursive: true }) as string[]) // without a buffer's encoding they are texts
      .filter((name) => name.endsWith('.ltx'))
    const endOf = (name: string) => name.slice(-'0000000000000000.ltx'.length)
    const newest = objects.map(endOf).sort().at(-1)
    for (const name of objects) if (endOf(name) === newest) rmSync(join(root, life, 'ltx', name))
  }

  private get data(): string {
    return `data-${this.folders}`
  }

  async start(renew: string[] = [], takeOver = false): Promise<void> {
    this.carrierAt ||= await this.carrier.start()
    this.port ||= await freePort()
    this.door ||= await freePort()
    const child = spawn(
      join(process.cwd(), 'bin/sim'),
      [
        '-dir',
        this.dir,
        '-addr',
        `127.0.0.1:${this.port}`,
        '-control',
        `127.0.0.1:${this.door}`,
        '-carrier',
        this.carrierAt,
        ...(this.replica ? ['-replica', 'replica', '-data', this.data] : []),
        ...(takeOver ? ['-take-over'] : []),
        ...(this.shortened.size > 0 ? ['-accept-loss'] : []),
        ...(renew.length > 0 ? ['-renew', renew.join(',')] : []),
      ],
      {
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    )
    this.child = child
    child.stderr?.on('data', (b: Buffer) => {
      this.log = (this.log + b.toString()).slice(-50_000)
    })
    for (const deadline = Date.now() + 30_000; ; ) {
      if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${this.log}`)
      try {
        if ((await fetch(`${this.url}/readyz`)).ok) return
      } catch {}
      if (Date.now() > deadline) throw new Error(`the server does not get ready:\n${this.log}`)
      await new Promise((r) => setTimeout(r, 10))
    }
  }

  /** kill -9, and up again: each named organisation with the copy that was made of it, as another life. */
  restart(renew: string[] = []): Promise<void> {
    this.up = this.kill().then(() => this.start(renew))
    return this.up
  }

  private async kill(): Promise<void> {
    const { child } = this
    if (!child || child.exitCode !== null || child.signalCode) return
    const gone = new Promise((r) => child.once('exit', r))
    child.kill('SIGKILL')
    this.count.kills++
    await gone
  }

  async remove(): Promise<void> {
    await this.endOld()
    await this.kill()
    this.carrier.stop()
    rmSync(this.dir, { recursive: true, force: true })
  }

  private async ask<T>(path: string, query: Record<string, string>): Promise<T> {
    const r = await fetch(`http://127.0.0.1:${this.door}/${path}?${new URLSearchParams(query)}`)
    if (!r.ok) throw new Error(`${path}: ${r.status} ${await r.text()}`)
    return (await r.json()) as T // our own program's answer
  }

  make(org: string): Promise<{ shipments: Shipment[]; boxes: PackBox[]; desk: Desk; yard: SimYard; strangers: Strangers }> {
    return this.ask('make', { org })
  }

  async copy(org: string): Promise<void> {
    await this.ask('copy', { org })
  }

  async plant(org: string, sql: string): Promise<void> {
    await this.ask('plant', { org, sql })
  }

  /** Has what waits for a parcel carrier done now; how much that is. */
  due(org: string): Promise<number> {
    return this.ask('due', { org })
  }

  /** In which life an organisation is, what has an outcome at this moment, what was carried out more than once, and what strangers were heard to say. */
  look(org: string): Promise<{ epoch: string; outcomes: Outcome[]; twice: string[]; heard: Heard }> {
    return this.ask('look', { org })
  }

  /** What a start on an empty folder would have of an organisation at this moment. */
  restored(org: string): Promise<Life> {
    return this.ask('restored', { org })
  }

  check(org: string): Promise<Report> {
    return this.ask('check', { org })
  }

  /** Those of the files whose bytes the server does not keep. */
  missing(org: string, files: string[]): Promise<string[]> {
    return files.length > 0 ? this.ask('missing', { org, files: files.join(',') }) : Promise.resolve([])
  }

  /** What went wrong in the server itself, by its own word. */
  complaints(): string[] {
    return this.log.split('\n').filter((line) => /panic|"level":"ERROR"|level=ERROR| ERROR /.test(line))
  }
}

/** Somebody who calls over a link without faults: the office, and the eye that compares. */
export class Caller {
  private token: string | undefined
  constructor(
    private readonly url: () => string,
    private readonly userName: string,
  ) {}

  private post(path: string, body: unknown): Promise<Response> {
    const headers: Record<string, string> = { 'Content-Type': 'application/json' }
    if (this.token) headers.Authorization = `Bearer ${this.token}`
    return fetch(`${this.url()}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  }

  async try(path: string, body: unknown = {}, again = true): Promise<{ status: number; body: unknown }> {
    if (!this.token) {
      const r = await this.post('token', { grantType: 'password', userName: this.userName, password: 'lading-demo' })
      if (!r.ok) return { status: r.status, body: await r.text() }
      this.token = ((await r.json()) as { result: { accessToken: string } }).result.accessToken
    }
    const r = await this.post(path, body)
    if (r.status === 401 && again) {
      this.token = undefined // of a life that has ended
      return this.try(path, body, false)
    }
    const text = await r.text()
    return { status: r.status, body: text ? JSON.parse(text) : undefined }
  }

  async call<T>(path: string, body: unknown = {}): Promise<T> {
    const r = await this.try(path, body)
    if (r.status >= 300) throw new Error(`${path} as ${this.userName}: ${r.status} ${JSON.stringify(r.body)}`)
    return r.body as T // the caller names the call's own answer
  }
}
