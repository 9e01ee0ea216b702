import { canonical, verify } from '../canonical'
import { Sum } from '../digest'

/** A server in memory, written to the contract: what the client's tests talk to over a fetch of their own. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly row: Row | null = null,
  ) {
    super(code)
  }
}

/** A fault: nothing is kept and the device tries again. */
export class Fault extends Error {}

/** The transaction is lost with all that it held: nothing of this push is kept from here on, not even that it was heard. */
export class RolledBack extends Error {}

type Row = Record<string, unknown> & { id: string }

interface Stored {
  entity: string
  row: Row
  scopes: string[]
  version: number
}

interface Entry {
  scope: string
  entity: string
  key: string
  version: number
  gone: boolean
}

export interface Pushed {
  seq: number
  id: string
  op: string
  args: Record<string, unknown>
  subjects: string[]
  at: string
  atRaw: string
  user: string
  replaces: number | null
  replacesDevice?: string
  sig: string
}

interface Result {
  seq: number
  status: 'applied' | 'rejected' | 'parked' | 'retry'
  code?: string
  params?: Record<string, unknown>
  version?: number
  row?: Row | null
}

/** Refused or parked work; its place is that of the first that was refused, where it is an edit. */
interface Item {
  user: string
  place: number
  subjects: string[]
}

interface Device {
  publicKey: JsonWebKey
  key: CryptoKey
  users: Set<string>
  heard: number
  outcomes: Map<number, { id: string; user: string; hash: string; result: Result }>
  tray: Map<number, Item>
  resolved: Set<number>
  /** Heard and not settled, with the subjects that wait for it. */
  waits: Map<number, string[]>
  faults: Map<number, number>
}

/** A mutation that meets as many faults is parked. */
const maxFaults = 8

/** A sign-in. It is no device's until one has proved its key. */
interface Session {
  /** A user's id, or `device:` and the device's. */
  who: string
  userName: string
  device: string
  key: JsonWebKey | undefined
}

interface Cursor {
  e: string
  v: number
  scopes: string[]
  at?: number
  /** Within version v, the last entry that the page before held: a page may be cut inside a version. */
  after?: string
}

const problem = (status: number, code: string, more: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify({ type: 'about:blank', title: code, status, code, ...more }), {
    status,
    headers: { 'Content-Type': 'application/problem+json', ...headers },
  })

const json = (value: unknown) => new Response(JSON.stringify(value), { headers: { 'Content-Type': 'application/json' } })

export class TestServer {
  epoch = 'E1'
  version = 0
  rows = new Map<string, Stored>()
  changes = new Map<string, Entry>()
  devices = new Map<string, Device>()
  scopes = ['org', 'wh:ATL']
  applied: { device: string; seq: number; id: string; op: string }[] = []
  blobs = new Map<string, { size: number; data: number[] }>()
  brokenBlobs = new Set<string>()
  requests: string[] = []
  pulls: { cursor: string; limit: number }[] = []
  /** How far the replica is behind. */
  replicate = true
  loadPage = 0
  minSchema = 1
  badDigest = false
  users = new Map([
    ['dock@demo.test', { id: 'U1', org: '1', name: 'Dock' }],
    ['dock2@demo.test', { id: 'U2', org: '1', name: 'Dock 2' }],
  ])
  private sessions = new Map<string, Session>()
  private cookies = new Map<string, Session>()
  private nonces = new Map<string, string>()
  private tokens = 0
  refreshes = 0
  handlers: Record<string, (args: Record<string, unknown>, m: Pushed) => void> = {}
  now: () => number = () => Date.now()
  private before: { rows: Map<string, Stored>; changes: Map<string, Entry>; devices: Map<string, Device>; version: number } | undefined

  put(entity: string, row: Row, scopes = ['wh:ATL'], version = ++this.version): void {
    const id = `${entity}/${row.id}`
    const was = this.rows.get(id)
    for (const scope of was?.scopes ?? [])
      if (!scopes.includes(scope)) this.changes.set(`${scope} ${id}`, { scope, entity, key: row.id, version, gone: true })
    for (const scope of scopes) this.changes.set(`${scope} ${id}`, { scope, entity, key: row.id, version, gone: false })
    this.rows.set(id, { entity, row: { ...row }, scopes, version })
  }

  patch(entity: string, key: string, patch: object): Row {
    const stored = this.rows.get(`${entity}/${key}`)
    if (!stored) throw new Refusal('unknown')
    const row = { ...stored.row, ...patch }
    this.put(entity, row, stored.scopes, this.version)
    return row
  }

  get(entity: string, key: string): Row | undefined {
    return this.rows.get(`${entity}/${key}`)?.row
  }

  delete(entity: string, key: string): void {
    const id = `${entity}/${key}`
    const was = this.rows.get(id)
    if (!was) return
    this.version++
    for (const scope of was.scopes) this.changes.set(`${scope} ${id}`, { scope, entity, key, version: this.version, gone: true })
    this.rows.delete(id)
  }

  /** Remembers this moment, to come back to it as a restore does. */
  backup(): void {
    this.before = structuredCloneState(this)
  }

  restore(epoch: string): void {
    if (!this.before) throw new Error('no backup')
    const { rows, changes, devices, version } = structuredCloneState(this.before)
    Object.assign(this, { rows, changes, devices, version, epoch })
  }

  /** The jar is a browser's, where the cookie of its sign-in is kept. */
  fetch = async (input: string, init: RequestInit = {}, jar = ''): Promise<Response> => {
    const path = input.replace(/\?.*$/, '')
    const method = init.method ?? 'GET'
    this.requests.push(`${method} ${path}`)
    const headers = new Headers(init.headers)
    if (path.startsWith('/api/blob/')) return this.blob(path.slice('/api/blob/'.length), method, headers, init.body)
    const body = JSON.parse(String(init.body ?? '{}')) as Record<string, unknown>
    if (path === '/api/token') return this.token(body, jar)
    if (path === '/api/sync/nonce') {
      const nonce = `nonce-${++this.tokens}`
      this.nonces.set(nonce, String(body.device))
      return json({ nonce })
    }
    const by = this.sessions.get((headers.get('Authorization') ?? '').replace('Bearer ', ''))
    if (!by) return problem(401, 'no-session')
    if (path === '/api/sync/enrol') return this.enrol(body, by)
    if (path.startsWith('/api/sync/')) {
      // A device that the server has lost with a restore has to enrol again.
      const bound = this.devices.has(by.device) ? by.device : ''
      if (path === '/api/sync/push' && !this.devices.has(String(body.device))) return problem(409, 'not-enrolled')
      if (bound !== body.device) return bound ? problem(403, 'device-other') : problem(409, 'not-enrolled')
    }
    if (path === '/api/sync/pull') return this.pull(body)
    if (path === '/api/sync/push') return this.push(body, by.who)
    if (path === '/api/sync/status') return this.status(body)
    if (path === '/api/sync/log') {
      this.logs.push(body as (typeof this.logs)[number])
      this.asked = this.asked.filter((a) => a.id !== body.order)
      return new Response(null, { status: 204 })
    }
    if (path === '/api/hub/ticket') return json({ ticket: 't' })
    if (path === '/api/DockView/GetShipmentList')
      return json([...this.rows.values()].filter((r) => r.entity === 'dock_shipment').map((r) => r.row))
    return problem(404, 'unknown-call')
  }

  /** What is asked of the devices, the same of each. */
  asked: { id: string; kind: 'log' | 'again' | 'wipe' }[] = []
  reports: Record<string, unknown>[] = []
  logs: { order: string; entries: { at: number; what: string; detail?: unknown }[] }[] = []
  /** Devices whose access was withdrawn. */
  revoked = new Set<string>()

  private status(body: Record<string, unknown>): Response {
    this.reports.push(body)
    const did = (body.did ?? []) as string[]
    this.asked = this.asked.filter((a) => !did.includes(a.id))
    return json({ orders: this.asked })
  }

  endSessions(): void {
    this.sessions.clear()
  }

  endCookie(): void {
    this.cookies.clear()
  }

  private issue(session: Session): Response {
    const accessToken = `token-${++this.tokens}`
    this.sessions.set(accessToken, session)
    const user = this.users.get(session.userName)
    return json({ result: { accessToken, expiresIn: 600, ...(user ? { user: { ...user, userName: session.userName } } : {}) } })
  }

  /** Whether the holder of a key has signed the nonce that a request brings. */
  private async proven(body: Record<string, unknown>, key: JsonWebKey | undefined): Promise<boolean> {
    const given = this.nonces.get(String(body.nonce))
    this.nonces.delete(String(body.nonce))
    return (
      given === body.device && key !== undefined && verify(crypto.subtle, await imported(key), String(body.nonce), String(body.signature))
    )
  }

  private async token(body: Record<string, unknown>, jar: string): Promise<Response> {
    const device = String(body.device ?? '')
    const known = this.devices.get(device)?.publicKey
    const unproven = () => problem(401, 'device-unproven')
    if (body.grantType === 'password') {
      if (device && !(await this.proven(body, known))) return unproven()
      const user = this.users.get(String(body.userName))
      if (!user || body.password !== 'lading-demo') return problem(401, 'wrong-password')
      const session: Session = { who: user.id, userName: String(body.userName), device, key: known }
      this.cookies.set(jar, session)
      return this.issue(session)
    }
    if (body.grantType === 'refresh_token') {
      this.refreshes++
      const session = this.cookies.get(jar)
      if (!session || (session.device && !device)) return problem(401, 'session-ended')
      if (device) {
        if ((session.device && session.device !== device) || !(await this.proven(body, session.key ?? known))) return unproven()
        session.device = device
        session.key ??= known
      }
      return this.issue(session)
    }
    if (body.grantType === 'device') {
      if (!(await this.proven(body, known))) return unproven()
      return this.issue({ who: `device:${device}`, userName: '', device, key: known })
    }
    this.cookies.delete(jar)
    return json({})
  }

  private async enrol(body: Record<string, unknown>, by: Session): Promise<Response> {
    const id = String(body.device)
    const publicKey = body.publicKey as JsonWebKey
    if (!(await this.proven(body, publicKey))) return problem(403, 'device-unproven')
    const known = this.devices.get(id)
    if (known && !sameKey(known.publicKey, publicKey)) return problem(409, 'device-forked')
    const device: Device = known ?? { publicKey, key: await imported(publicKey), ...unused() }
    const inherits = body.inherits as { device: string; signature: string } | undefined
    const signedBy = async (key: JsonWebKey) =>
      verify(crypto.subtle, await imported(key), `inherit ${id} ${body.nonce}`, inherits?.signature ?? '')
    const former = this.devices.get(inherits?.device ?? '')
    if (former) {
      if (!(await signedBy(former.publicKey))) return problem(403, 'device-unproven')
      for (const user of former.users) device.users.add(user)
    }
    if (by.key && !sameKey(by.key, publicKey) && !(await signedBy(by.key))) return problem(401, 'no-session')
    this.devices.set(id, device)
    device.users.add(by.who)
    by.device = id
    by.key = publicKey
    return json({ device: id, epoch: this.epoch })
  }

  /** What a supervisor has dealt with: device and seq. */
  dealtWith = new Set<string>()

  private watermarks(id: string): { settled: number; replicated: number; safe: number; tray: number[] } {
    const device = this.devices.get(id)
    let settled = 0
    while (device?.outcomes.has(settled + 1)) settled++
    const tray = [...(device?.tray.keys() ?? [])].filter((seq) => !device?.resolved.has(seq) && !this.dealtWith.has(`${id}/${seq}`))
    return { settled, replicated: this.replicate ? settled : 0, safe: this.replicate ? this.version : 0, tray }
  }

  /** The device's applied work that rows after version v hold. */
  heldSince(id: string, v: number): { seq: number; id: string; version: number }[] {
    return [...(this.devices.get(id)?.outcomes ?? [])].flatMap(([seq, { id, result }]) =>
      result.status === 'applied' && (result.version ?? 0) > v ? [{ seq, id, version: result.version ?? 0 }] : [],
    )
  }

  /** As the real one: hashes are compared before anything runs, and each mutation is judged by itself. push.stories.test.ts holds the two together. */
  private async push(body: Record<string, unknown>, who: string): Promise<Response> {
    const id = String(body.device)
    if (body.epoch && body.epoch !== this.epoch) return problem(410, 'start-again', { params: { epoch: this.epoch } })
    const device = this.devices.get(id)
    if (!device) return problem(409, 'not-enrolled')
    const list: { m: Pushed; hash: string; refused: string }[] = []
    let expected = device.heard + 1
    for (const m of body.mutations as Pushed[]) {
      if (!who.startsWith('device:') && m.user !== who) return problem(403, 'not-your-work', { params: { user: m.user } })
      const before = list.at(-1)?.m
      if (m.seq > expected || (before && m.seq !== before.seq + 1)) return problem(409, 'seq-gap', { params: { expected } })
      if (m.seq === expected) expected++
      const { sig, ...rest } = m
      const text = canonical(rest) // as it came, whole
      const signed = !sig || (await verify(crypto.subtle, device.key, text, sig))
      const refused = !device.users.has(m.user) ? 'user-not-on-device' : signed ? '' : 'signature-invalid'
      list.push({ m, hash: text, refused })
    }
    for (const { m, hash } of list) {
      const known = device.outcomes.get(m.seq)
      if (known && known.hash !== hash) return problem(409, 'device-forked', { params: { seq: m.seq } })
    }
    const results = list.map(({ m, hash, refused }): Result => {
      const known = device.outcomes.get(m.seq)
      if (known) return known.result
      if (m.seq > device.heard + 1) return { seq: m.seq, status: 'retry' }
      const ran = this.run(id, device, m, refused)
      if (!ran) return { seq: m.seq, status: 'retry' }
      const { result, place } = ran
      device.heard = Math.max(device.heard, m.seq)
      if (result.status === 'retry') {
        device.waits.set(m.seq, m.subjects)
        return result
      }
      device.waits.delete(m.seq)
      device.outcomes.set(m.seq, { id: m.id, user: m.user, hash, result })
      const told = this.applied.some((a) => a.id === m.id && a.device !== id)
      if (result.status === 'applied' && !told) this.applied.push({ device: id, seq: m.seq, id: m.id, op: m.op })
      if (result.status !== 'applied') device.tray.set(m.seq, { user: m.user, place, subjects: m.subjects })
      return result
    })
    return json({ results, ...this.watermarks(id), epoch: this.epoch, serverNow: new Date(this.now()).toISOString() })
  }

  private run(id: string, device: Device, m: Pushed, refused: string): { result: Result; place: number } | undefined {
    const version = ++this.version
    const { seq } = m
    const shares = (subjects: string[]) => subjects.some((s) => m.subjects.includes(s))
    const other = (m.replacesDevice ?? id) !== id
    const replaced = m.replaces === null ? undefined : (other ? this.devices.get(m.replacesDevice ?? '') : device)?.tray.get(m.replaces)
    const foreign = other && replaced !== undefined && replaced.user !== m.user
    const place = replaced && !other ? replaced.place : seq
    const end = (result: Omit<Result, 'seq'>) => {
      if (replaced && !foreign && refused !== 'signature-invalid') this.resolve(m.replacesDevice ?? id, Number(m.replaces))
      return { result: { seq, version, ...result }, place }
    }
    if (refused) return end({ status: 'rejected', code: refused })
    const twin = this.twin(id, m)
    if (twin === 'of another') return end({ status: 'rejected', code: 'mutation-malformed' })
    if (twin) {
      if (twin.resolved) this.resolve(id, seq)
      return { result: { ...twin.result, seq }, place }
    }
    if (m.op === 'Sync/Unsent') return end({ status: 'rejected', code: m.args.Size ? 'work-too-large' : 'work-unreadable' })
    if ([...device.waits].some(([earlier, subjects]) => earlier < seq && shares(subjects)))
      return { result: { seq, status: 'retry' }, place }
    if (foreign) return end({ status: 'rejected', code: 'no-such-item' })
    const [behind] = [...device.tray].filter(([s, item]) => item.place < place && !device.resolved.has(s) && shares(item.subjects))
    if (behind) return end({ status: 'parked', code: 'behind-rejected', params: { behind: behind[0] } })
    try {
      if (m.op === 'Sync/Discard') this.resolve(String(m.args.Device ?? id), Number(m.args.Seq))
      this.handlers[m.op]?.(m.args, m)
      return end({ status: 'applied' })
    } catch (err) {
      if (err instanceof Refusal) return end({ status: 'rejected', code: err.code, row: err.row })
      if (err instanceof RolledBack) return undefined
      if (!(err instanceof Fault)) throw err
      const faults = (device.faults.get(seq) ?? 0) + 1
      device.faults.set(seq, faults)
      if (faults < maxFaults) return { result: { seq, status: 'retry' }, place }
      return end({ status: 'parked', code: 'repeated-fault', params: { faults } })
    }
  }

  /** The outcome that the same action has under another identity. */
  private twin(id: string, m: Pushed): { result: Result; resolved: boolean } | 'of another' | undefined {
    for (const [other, device] of this.devices)
      for (const [seq, known] of other === id ? [] : device.outcomes)
        if (known.id === m.id) return known.user === m.user ? { result: known.result, resolved: device.resolved.has(seq) } : 'of another'
    return undefined
  }

  private resolve(id: string, seq: number): void {
    this.devices.get(id)?.resolved.add(seq)
  }

  private wire(stored: Stored): Row {
    return { ...stored.row, version: stored.version, scopes: stored.scopes.filter((s) => this.scopes.includes(s)) }
  }

  private pull(body: Record<string, unknown>): Response {
    if (this.revoked.has(String(body.device))) return problem(403, 'device-revoked')
    const id = String(body.device)
    const limit = Math.min(Number(body.limit), this.loadPage || Number.POSITIVE_INFINITY)
    this.pulls.push({ cursor: String(body.cursor), limit: Number(body.limit) })
    if (!this.devices.has(id)) return problem(409, 'not-enrolled')
    if (Number(body.schema) < this.minSchema) return problem(426, 'schema-too-old')
    const cursor = body.cursor
      ? (JSON.parse(String(body.cursor)) as Cursor)
      : { e: this.epoch, v: this.version, scopes: this.scopes, at: 0 }
    if (cursor.e !== this.epoch) return problem(410, 'start-again')
    const drop = cursor.scopes.filter((s) => !this.scopes.includes(s))
    const page = { put: {} as Record<string, Row[]>, gone: {} as Record<string, string[]>, drop, loading: [] as string[], more: false }
    const next: Cursor = { e: this.epoch, v: cursor.v, scopes: this.scopes }
    if (cursor.at !== undefined) {
      const all = [...this.rows.values()].filter((r) => r.scopes.some((s) => this.scopes.includes(s)))
      for (const r of all.slice(cursor.at, cursor.at + limit)) add(page.put, r.entity, this.wire(r))
      if (cursor.at + limit < all.length) {
        next.at = cursor.at + limit
        page.loading = this.scopes
        page.more = true
      } else page.more = this.version > cursor.v
    } else {
      const id = (c: Entry) => `${c.scope} ${c.entity}/${c.key}`
      const later = (c: Entry) => c.version > cursor.v || (c.version === cursor.v && cursor.after !== undefined && id(c) > cursor.after)
      const list = [...this.changes.values()]
        .filter((c) => later(c) && this.scopes.includes(c.scope))
        .sort((a, b) => a.version - b.version || (id(a) < id(b) ? -1 : 1))
      const slice = list.slice(0, limit)
      for (const c of slice) {
        const stored = this.rows.get(`${c.entity}/${c.key}`)
        if (stored?.scopes.some((s) => this.scopes.includes(s))) {
          if (!page.put[c.entity]?.some((r) => r.id === c.key)) add(page.put, c.entity, this.wire(stored))
        } else add(page.gone, c.entity, c.key)
      }
      page.more = list.length > slice.length
      const last = slice.at(-1)
      next.v = page.more && last ? last.version : this.version
      if (page.more && last) next.after = id(last)
    }
    return json({
      ...page,
      cursor: JSON.stringify(next),
      epoch: this.epoch,
      version: next.v,
      ...this.watermarks(id),
      ...(body.cursor ? { applied: this.heldSince(id, cursor.v) } : {}),
      dealt: ((body.former ?? []) as { device: string; seq: number }[]).filter(
        ({ device, seq }) => this.dealtWith.has(`${device}/${seq}`) || this.devices.get(device)?.resolved.has(seq),
      ),
      ...(page.more ? {} : { digest: this.digest() }),
      serverNow: new Date(this.now()).toISOString(),
    })
  }

  digest(): Record<string, string> {
    if (this.badDigest) return Object.fromEntries(this.scopes.map((s) => [s, '1:0000000000000000']))
    const sums = new Map(this.scopes.map((s) => [s, new Sum()]))
    for (const r of this.rows.values()) for (const s of r.scopes) sums.get(s)?.add(`${r.entity}\u0000${r.row.id}\u0000${r.version}`)
    return Object.fromEntries([...sums].map(([s, sum]) => [s, sum.toString()]))
  }

  private blob(hash: string, method: string, headers: Headers, body: unknown): Response {
    const held = this.blobs.get(hash) ?? { size: -1, data: [] }
    if (method === 'HEAD') {
      const done = held.data.length === held.size
      return new Response(null, { status: done ? 200 : 404, headers: { 'Upload-Offset': String(held.data.length) } })
    }
    if (this.brokenBlobs.has(hash)) return problem(422, 'file-refused')
    held.size = Number(headers.get('Upload-Length'))
    if (Number(headers.get('Upload-Offset')) !== held.data.length)
      return new Response(null, { status: 409, headers: { 'Upload-Offset': String(held.data.length) } })
    for (const byte of body as Uint8Array) held.data.push(byte)
    this.blobs.set(hash, held)
    return new Response(null, { status: 204, headers: { 'Upload-Offset': String(held.data.length) } })
  }
}

const imported = (key: JsonWebKey) => crypto.subtle.importKey('jwk', key, { name: 'ECDSA', namedCurve: 'P-256' }, true, ['verify'])
const sameKey = (a: JsonWebKey, b: JsonWebKey) => a.x === b.x && a.y === b.y

function add<T>(groups: Record<string, T[]>, entity: string, item: T): void {
  groups[entity] = [...(groups[entity] ?? []), item]
}

const unused = () => ({
  users: new Set<string>(),
  heard: 0,
  outcomes: new Map(),
  tray: new Map(),
  resolved: new Set<number>(),
  waits: new Map(),
  faults: new Map(),
})

const cloned = (d: Device): Device => ({
  ...d,
  users: new Set(d.users),
  outcomes: new Map(d.outcomes),
  tray: new Map(d.tray),
  resolved: new Set(d.resolved),
  waits: new Map(d.waits),
  faults: new Map(d.faults),
})

function structuredCloneState(s: Pick<TestServer, 'rows' | 'changes' | 'devices' | 'version'>) {
  return {
    rows: new Map(s.rows),
    changes: new Map(s.changes),
    devices: new Map([...s.devices].map(([id, d]) => [id, cloned(d)])),
    version: s.version,
  }
}
