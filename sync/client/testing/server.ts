import { json, problem } from './answer'
import { Blobs } from './blobs'
import { copyOf, type Device, type Devices, line, type Pushed, settledOf, waitingIn } from './device'
import { type Have, LeaseBook } from './leaseBook'
import { pageOf } from './page'
import { Pushes, Refusal } from './pushes'
import { type Row, Rows } from './rows'
import { SignIns } from './signIns'

/** What an administrator may ask who looks as another user. */
const reads = new Set([
  '/api/sync/pull',
  '/api/sync/status',
  '/api/hub/ticket',
  '/api/token',
  '/api/sync/nonce',
  '/api/DockView/GetShipmentList',
])

/** What a page holds unless it is asked for less, and at most. */
const defaultLimit = 2000
const maxLimit = 5000

/** A server in memory, written to the contract: what the client's tests talk to over a fetch of their own. */
export class TestServer {
  epoch = 'E1'
  devices: Devices = new Map()
  /** What a person may see. Of warehouses a device may choose some. */
  scopes = ['org', 'wh:ATL']
  applied: { device: string; seq: number; id: string; op: string }[] = []
  requests: string[] = []
  pulls: { cursor: string; limit: number }[] = []
  /** How far the replica is behind. */
  replicate = true
  loadPage = 0
  minSchema = 1
  badDigest = false
  handlers: Record<string, (args: Record<string, unknown>, m: Pushed) => void> = {}
  now: () => number = () => Date.now()
  readonly signIns = new SignIns(() => this.devices)
  readonly files = new Blobs()
  readonly leases = new LeaseBook()
  /** What is asked of the devices, the same of each. */
  asked: { id: string; kind: 'log' | 'again' | 'wipe' }[] = []
  reports: Record<string, unknown>[] = []
  logs: { order: string; entries: { at: number; what: string; detail?: unknown }[] }[] = []
  /** Devices whose access was withdrawn. */
  revoked = new Set<string>()
  /** People whose access was withdrawn. */
  disabled = new Set<string>()
  private data = new Rows()
  private readonly pushes = new Pushes(this)
  private before: { data: Rows; devices: Devices } | undefined

  get version(): number {
    return this.data.version
  }

  set version(v: number) {
    this.data.version = v
  }

  get rows(): Rows['rows'] {
    return this.data.rows
  }

  put(entity: string, row: Row, scopes?: string[], version?: number): void {
    this.data.put(entity, row, scopes, version)
  }

  patch(entity: string, key: string, patch: object): Row {
    const stored = this.rows.get(`${entity}/${key}`)
    if (!stored) throw new Refusal('unknown')
    const row = { ...stored.row, ...patch }
    this.put(entity, row, stored.scopes, this.version)
    return row
  }

  get(entity: string, key: string): Row | undefined {
    return this.data.get(entity, key)
  }

  delete(entity: string, key: string, version?: number): void {
    this.data.delete(entity, key, version)
  }

  forgetTombstones(): void {
    this.data.forgetTombstones()
  }

  digest(scopes = this.scopes): Record<string, string> {
    return this.badDigest ? Object.fromEntries(scopes.map((s) => [s, '1:0000000000000000'])) : this.data.digest(scopes)
  }

  /** Remembers this moment, to come back to it as a restore does. */
  backup(): void {
    this.before = { data: this.data.copy(), devices: copyOf(this.devices) }
  }

  restore(epoch: string): void {
    if (!this.before) throw new Error('no backup')
    this.data = this.before.data.copy()
    this.devices = copyOf(this.before.devices)
    this.epoch = epoch
  }

  /** Somebody has dealt with an item of the tray. */
  settle(device: string, seq: number): void {
    this.devices.get(device)?.resolved.add(seq)
  }

  /** The jar is a browser's, where the cookie of its sign-in is kept. */
  fetch = async (input: string, init: RequestInit = {}, jar = ''): Promise<Response> => {
    const path = input.replace(/\?.*$/, '')
    const method = init.method ?? 'GET'
    this.requests.push(`${method} ${path}`)
    const headers = new Headers(init.headers)
    const by = this.signIns.of(headers)
    if (by?.by && !reads.has(path)) return problem(403, 'impersonation-reads-only')
    if (path.startsWith('/api/blob/')) return this.files.answer(path.slice('/api/blob/'.length), method, headers, init.body, by?.who)
    const body = JSON.parse(String(init.body ?? '{}')) as Record<string, unknown>
    if (path === '/api/token') return this.signIns.token(body, jar)
    if (path === '/api/sync/nonce') return this.signIns.nonce(String(body.device))
    if (!by) return problem(401, 'no-session')
    if (path === '/api/sync/enrol') return this.signIns.enrol(body, by, this.epoch)
    if (path === '/api/sync/pull' && Number(body.schema) < this.minSchema)
      return problem(426, 'schema-too-old', { params: { schema: this.minSchema } })
    if (path.startsWith('/api/sync/')) {
      // A device that the server has lost with a restore has to enrol again.
      const bound = this.devices.has(by.device) ? by.device : ''
      const device = String(body.device)
      if (path === '/api/sync/push' && !this.devices.has(device)) return problem(409, 'not-enrolled')
      const speaksFor = path === '/api/sync/push' ? line(this.devices, bound) : [bound]
      if (!speaksFor.includes(device)) return bound ? problem(403, 'device-other') : problem(409, 'not-enrolled')
    }
    if (path === '/api/sync/pull') return this.pull(body, by.who)
    if (path === '/api/sync/push') return this.pushes.push(body, by.who)
    if (path === '/api/sync/status') return this.status(body)
    if (path === '/api/sync/log') {
      this.logs.push(body as (typeof this.logs)[number])
      this.asked = this.asked.filter((a) => a.id !== body.order)
      return new Response(null, { status: 204 })
    }
    if (path === '/api/Org/LeaseNumbers') {
      const device = String(body.Device)
      if (by.device && by.device !== device) return problem(403, 'device-other')
      if (!this.devices.get(device)?.users.has(by.who)) return problem(409, 'not-enrolled')
      return json({ Leases: this.leases.take(device, body.Have as Have[]) })
    }
    if (path === '/api/hub/ticket') return json({ ticket: 't' })
    if (path === '/api/DockView/GetShipmentList')
      return json([...this.rows.values()].filter((r) => r.entity === 'dock_shipment').map((r) => r.row))
    return problem(404, 'unknown-call')
  }

  private status(body: Record<string, unknown>): Response {
    this.reports.push(body)
    const did = (body.did ?? []) as string[]
    this.asked = this.asked.filter((a) => !did.includes(a.id))
    return json({ orders: this.asked })
  }

  /** What has become of a device's work, as pulls and pushes say it. */
  marks(id: string): { settled: number; replicated: number; safe: number; tray: number[] } {
    const device: Device | undefined = this.devices.get(id)
    const settled = settledOf(device)
    return {
      settled,
      replicated: this.replicate ? settled : 0,
      safe: this.replicate ? this.version : 0,
      tray: waitingIn(device),
    }
  }

  /** The device's applied work that rows after version v hold. */
  heldSince(id: string, v: number): { seq: number; id: string; version: number }[] {
    return [...(this.devices.get(id)?.outcomes ?? [])]
      .flatMap(([seq, { id, result }]) =>
        result.status === 'applied' && (result.version ?? 0) > v ? [{ seq, id, version: result.version ?? 0 }] : [],
      )
      .sort((a, b) => a.version - b.version)
  }

  /** Those of the person's own items that somebody has dealt with. */
  private dealt(items: { device: string; seq: number }[], who: string): { device: string; seq: number }[] {
    return items.filter(({ device, seq }) => {
      const d = this.devices.get(device)
      return d?.tray.get(seq)?.user === who && d.resolved.has(seq)
    })
  }

  /** What a device gets that chose these warehouses; none are all. */
  private want(warehouses: string[]): string[] {
    const sites = this.scopes.filter((s) => s.startsWith('wh:') && (warehouses.length === 0 || warehouses.includes(s.slice(3))))
    return [...this.scopes.filter((s) => !s.startsWith('wh:')), ...sites.sort()]
  }

  private pull(body: Record<string, unknown>, who: string): Response {
    const id = String(body.device)
    if (this.revoked.has(id)) return problem(403, 'device-revoked')
    this.pulls.push({ cursor: String(body.cursor), limit: Number(body.limit) })
    const limit = Math.min(Number(body.limit) || defaultLimit, maxLimit, this.loadPage || maxLimit)
    const want = this.want((body.warehouses ?? []) as string[])
    const page = pageOf(this.data, want, this.epoch, String(body.cursor ?? ''), limit)
    if (page === 'start-again') return problem(410, page, { params: { epoch: this.epoch } })
    if (page === 'cursor-malformed') return problem(400, page)
    const { since, ...told } = page
    return json({
      ...told,
      epoch: this.epoch,
      version: this.version,
      ...this.marks(id),
      ...(since > 0 ? { applied: this.heldSince(id, since) } : {}),
      dealt: this.dealt((body.former ?? []) as { device: string; seq: number }[], who),
      ...(page.more ? {} : { digest: this.digest(want) }),
      serverNow: new Date(this.now()).toISOString(),
    })
  }
}
