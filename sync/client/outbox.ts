import Dexie, { type Table } from 'dexie'
import { sign, signedText } from './canonical'
import type { Env } from './env'
import type { OrgLease as Lease } from './gen/api'
import { Fenced, giveUp, healing, isQuota, Outdated, openOptions, reopening } from './idb'
import { choose, type HeldLease, keyOf, leases, type Taken, type Wanted } from './leases'
import { ulids } from './ulid'
import type { FieldError } from './wire'

/** A mutation as it travels (see the wire in the design) plus what the device remembers of it. */
export interface Mutation {
  /** Order on this device for ever. seq is not that: a cloned device starts a new count under a new identity. */
  n: number
  id: string
  device: string
  seq: number
  op: string
  args: Record<string, unknown>
  subjects: string[]
  at: string
  atRaw: string
  user: string
  replaces: number | null
  /** The identity that the replaced work was sent under, where that is not this mutation's own. */
  replacesDevice?: string
  sig: string
  state: State
  outcome: Outcome | null
  settledAt: number
  /** A person has answered its refusal: a further refusal, under a new epoch, must not ask again. */
  answered?: boolean
}

export const waiting = 0
export const settled = 1
export type State = typeof waiting | typeof settled

export interface Outcome {
  status: 'applied' | 'rejected' | 'parked'
  code?: string
  params?: Record<string, unknown>
  /** Fields that break a rule. */
  errors?: FieldError[]
  version?: number
  row?: Record<string, unknown> | null
}

export interface Result extends Omit<Outcome, 'status'> {
  seq: number
  status: Outcome['status'] | 'retry'
}

/** Work that a person must look at again: the server said no, or it stands behind something that was refused. */
export interface TrayItem {
  n: number
  id: string
  device: string
  seq: number
  op: string
  args: Record<string, unknown>
  subjects: string[]
  at: string
  user: string
  status: 'rejected' | 'parked'
  code: string
  params: Record<string, unknown>
  errors: FieldError[]
  row: Record<string, unknown> | null
  settledAt: number
}

export interface Device {
  id: string
  keys: CryptoKeyPair
  publicKey: JsonWebKey
  createdAt: number
  retired: boolean
}

/** The one small record that every transaction of the outbox reads first. */
export interface Queue {
  key: 'queue'
  device: string
  nextSeq: number
  enrolled: boolean
  /** Who has worked on this device and has told the server so: it takes nobody else's work from it. */
  users: string[]
  epoch: string
  /** Server's clock minus ours, in ms. */
  offset: number
  recorded: number
  settledCount: number
  /** Highest seq of the current device that the server called settled and replicated, in this epoch. */
  settled: number
  replicated: number
  nextAttemptAt: number
  failures: number
  fence: number
}

export interface BlobEntry {
  hash: string
  type: string
  size: number
  user: string
  addedAt: number
  offset: number
  attempts: number
  /** How often the server has refused it, as opposed to not having been reached. */
  refusals?: number
  nextAttemptAt: number
  state: 'waiting' | 'broken'
  code: string
}

export interface Ledger {
  recorded: number
  settled: number
  waiting: number
  tray: number
}

export interface Draft {
  op: string
  args: object
  subjects: string[]
  user: string
  replaces?: number | null
  /** The identity that the replaced work was sent under. */
  replacesDevice?: string
  /** The tray item (its n) that this mutation answers. */
  answers?: number
  id?: string
  /** Numbers that it uses up: each is taken from this device's leases in the very write that keeps the mutation. */
  numbers?: Wanted[]
}

export interface Settlement {
  id: string
  status: Outcome['status']
  version: number
}

const ballastBytes = 4 << 20

class OutboxDb extends Dexie {
  declare meta: Table<Queue, string>
  declare devices: Table<Device, string>
  declare mutations: Table<Mutation, number>
  declare tray: Table<TrayItem, number>
  declare blobs: Table<BlobEntry, string>
  declare blobData: Table<{ hash: string; data: Uint8Array<ArrayBuffer> }, string>
  declare ballast: Table<{ id: number; bytes: Uint8Array }, number>
  constructor(name: string, env: Env) {
    super(name, openOptions(env, 'strict'))
    healing(this)
    // Frozen. Tablets hold unsent work in this shape: a change of it would be a migration of the only thing that cannot be fetched again.
    this.version(1).stores({
      meta: '&key',
      devices: '&id',
      mutations: '++n,&id,&[device+seq],[state+n]',
      tray: '&n,user',
      blobs: '&hash,state',
      blobData: '&hash',
      ballast: '&id',
    })
  }
}

export type { OutboxDb }

/** Another tab wrote between our look at the queue and our write; the signature covers the seq, so it is made again. */
class Raced extends Error {}

export interface OutboxOptions {
  ballast?: number
  /** Frees room where even the ballast was not enough: the cache can be fetched again, the outbox cannot. */
  makeRoom?: () => Promise<void>
}

/**
 * What people did on this device and the server has not yet made safe. Its write is the commit point of every action.
 * One database per device and organisation; nothing but a confirmed replica removes a mutation from it.
 */
export class Outbox {
  readonly newId: () => string
  makeRoom: (() => Promise<void>) | undefined
  /** Whether the last write had to free the ballast. */
  full = false
  private guess: { queue: Queue; device: Device } | undefined
  private tail: Promise<unknown> = Promise.resolve()
  private readonly ballastBytes: number

  private constructor(
    readonly db: OutboxDb,
    private readonly env: Env,
    options: OutboxOptions,
  ) {
    this.newId = ulids(env.clock, env.random)
    this.makeRoom = options.makeRoom
    this.ballastBytes = options.ballast ?? ballastBytes
  }

  static async open(env: Env, name: string, options: OutboxOptions = {}): Promise<Outbox> {
    const outbox = new Outbox(new OutboxDb(name, env), env, options)
    await outbox.db.open()
    await outbox.ensureIdentity()
    await outbox.layBallast()
    return outbox
  }

  close(): void {
    giveUp(this.db)
  }

  get name(): string {
    return this.db.name
  }

  private async newDevice(): Promise<Device> {
    const keys = await this.env.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
    const { kty = '', crv = '', x = '', y = '' } = await this.env.subtle.exportKey('jwk', keys.publicKey)
    return { id: this.newId(), keys, publicKey: { kty, crv, x, y }, createdAt: this.env.clock.now(), retired: false }
  }

  private async ensureIdentity(): Promise<void> {
    if (await this.db.meta.get('queue')) return
    const device = await this.newDevice()
    await this.db.transaction('rw', this.db.meta, this.db.devices, async () => {
      if (await this.db.meta.get('queue')) return // another tab was first
      await this.db.devices.add(device)
      await this.db.meta.add({
        key: 'queue',
        device: device.id,
        nextSeq: 1,
        enrolled: false,
        users: [],
        epoch: '',
        offset: 0,
        recorded: 0,
        settledCount: 0,
        settled: 0,
        replicated: 0,
        nextAttemptAt: 0,
        failures: 0,
        fence: 0,
      })
    })
  }

  async queue(): Promise<Queue> {
    return reopening(this.db, () => this.record())
  }

  private async record(): Promise<Queue> {
    const queue = await this.db.meta.get('queue')
    if (!queue) throw new Error('the outbox has no queue record')
    return queue
  }

  async device(id?: string): Promise<Device> {
    const wanted = id ?? (await this.queue()).device
    const device = await this.db.devices.get(wanted)
    if (!device) throw new Error(`unknown device ${wanted}`)
    return device
  }

  /** Text of an instant on the server's clock, as well as it is known. */
  async now(): Promise<number> {
    return this.env.clock.now() + (this.guess?.queue ?? (await this.queue())).offset
  }

  /** Takes a seq, signs and stores, durably. When it returns, the action has happened. */
  append(draft: Draft): Promise<Mutation> {
    const turn = this.tail.then(() => this.appendNow(draft))
    this.tail = turn.catch(() => {})
    return turn
  }

  private async appendNow(draft: Draft): Promise<Mutation> {
    const id = draft.id ?? this.newId()
    const clock = this.env.clock.now()
    // What is signed must be what is sent: dates become text and undefined vanishes before both.
    const args = JSON.parse(JSON.stringify(draft.args)) as Record<string, unknown>
    for (;;) {
      if (!this.guess) {
        const queue = await this.queue()
        this.guess = { queue, device: await this.device(queue.device) }
      }
      const { queue, device } = this.guess
      const { taken, ...used } = draft.numbers ? choose(await this.leases(), device.id, draft.numbers) : { args: {}, taken: [] }
      const unsigned = {
        id,
        device: device.id,
        seq: queue.nextSeq,
        op: draft.op,
        args: { ...args, ...used.args },
        subjects: draft.subjects,
        at: new Date(clock + queue.offset).toISOString(),
        atRaw: new Date(clock).toISOString(),
        user: draft.user,
        replaces: draft.replaces ?? null,
        ...(draft.replacesDevice && draft.replacesDevice !== device.id ? { replacesDevice: draft.replacesDevice } : {}),
      }
      // Crypto is awaited before the transaction: IndexedDB commits one that waits for anything else.
      const sig = await sign(this.env.subtle, device.keys.privateKey, signedText(unsigned))
      const mutation: Omit<Mutation, 'n'> = { ...unsigned, sig, state: waiting, outcome: null, settledAt: 0 }
      try {
        return await this.write(mutation, { queue, device }, draft.answers, taken)
      } catch (err) {
        this.guess = undefined
        if (!(err instanceof Raced)) throw err
      }
    }
  }

  private async write(
    mutation: Omit<Mutation, 'n'>,
    { queue, device }: { queue: Queue; device: Device },
    answers: number | undefined,
    taken: Taken[],
  ): Promise<Mutation> {
    const put = () =>
      reopening(this.db, () => (answers === undefined ? this.commit(mutation, queue, taken) : this.commitAnswer(mutation, answers, taken)))
    try {
      const { written, next } = await put()
      this.guess = { queue: next, device } // not this.guess.device: the leader's work in this tab clears it at any time
      return written
    } catch (err) {
      if (!isQuota(err)) throw err
      await this.runFull(true)
    }
    try {
      return (await put()).written
    } catch (err) {
      if (!isQuota(err) || !this.makeRoom) throw err
      await this.makeRoom()
      return (await put()).written
    } finally {
      this.guess = undefined
    }
  }

  /**
   * The hot path of every tap, on the bare store: Dexie's layers would take two thirds of the time that a slow tablet has for it.
   * Nobody watches `mutations` by a live query; the status does the counting. All is asked for at once, on the guess that the queue
   * stands as we last saw it: what is read first tells whether it does, before anything of it can be kept.
   */
  private commit(mutation: Omit<Mutation, 'n'>, guess: Queue, taken: Taken[]): Promise<{ written: Mutation; next: Queue }> {
    const idb = this.db.backendDB() as IDBDatabase | null // null while it is closed
    if (!idb) throw new Dexie.DatabaseClosedError()
    return new Promise((resolve, reject) => {
      const tx = idb.transaction(['meta', 'mutations'], 'readwrite', { durability: 'strict' })
      let raced = false
      let written: Mutation | undefined
      let next: Queue | undefined
      const meta = tx.objectStore('meta')
      for (const { key, from, to } of taken) {
        const held = meta.get(key) as IDBRequest<HeldLease | undefined>
        held.onsuccess = () => {
          if (held.result?.next === from && held.result.device === mutation.device) meta.put({ ...held.result, next: to })
          else if (!raced) {
            raced = true // another tab has used the number meanwhile
            tx.abort()
          }
        }
      }
      const behind = (queue: Queue): Queue => ({ ...queue, nextSeq: queue.nextSeq + 1, recorded: queue.recorded + 1 })
      const read = meta.get('queue') as IDBRequest<Queue> // written at the opening
      read.onsuccess = () => {
        const queue = read.result
        if (queue.device !== mutation.device || queue.nextSeq !== mutation.seq) {
          if (!raced) tx.abort()
          raced = true
          return
        }
        if (JSON.stringify(queue) === JSON.stringify(guess)) return
        next = behind(queue) // the leader has written other things of it
        meta.put(next)
      }
      const added = tx.objectStore('mutations').add(mutation)
      added.onsuccess = () => {
        written = { ...mutation, n: Number(added.result) }
        tx.commit() // nothing else will be asked for
      }
      next = behind(guess)
      meta.put(next)
      tx.oncomplete = () => (written && next ? resolve({ written, next }) : reject(new Error('the outbox took nothing')))
      tx.onabort = () => reject(raced ? new Raced() : (tx.error ?? new Error('the outbox write was aborted')))
    })
  }

  /** The same with the tray item that it answers, which screens watch. */
  private commitAnswer(mutation: Omit<Mutation, 'n'>, answers: number, taken: Taken[]): Promise<{ written: Mutation; next: Queue }> {
    return this.db.transaction('rw', this.db.meta, this.db.mutations, this.db.tray, async () => {
      const queue = await this.record()
      if (queue.device !== mutation.device || queue.nextSeq !== mutation.seq) throw new Raced()
      for (const { key, from, to } of taken) {
        const held = await leases(this.db).get(key)
        if (held?.next !== from || held.device !== mutation.device) throw new Raced()
        await leases(this.db).put({ ...held, next: to })
      }
      const next = { ...queue, nextSeq: queue.nextSeq + 1, recorded: queue.recorded + 1 }
      const n = await this.db.mutations.add(mutation as Mutation) // n is given by the store
      await this.db.meta.put(next)
      await this.db.tray.delete(answers)
      await this.db.mutations.update(answers, { answered: true })
      return { written: { ...mutation, n }, next }
    })
  }

  /** The disk is full. Says so from now on, and gives the room that was held back where that is worth it. */
  async runFull(free: boolean): Promise<void> {
    this.full = true
    if (free) await this.db.ballast.clear()
  }

  /** Space held back so that an action can be written when the disk is full. Random, or the store would compress it away. */
  async layBallast(): Promise<void> {
    if (this.ballastBytes === 0 || (await this.db.ballast.count()) > 0) {
      this.full = false
      return
    }
    const bytes = new Uint8Array(this.ballastBytes)
    for (let i = 0; i < bytes.length; i += 65_536) crypto.getRandomValues(bytes.subarray(i, Math.min(i + 65_536, bytes.length)))
    try {
      await this.db.ballast.put({ id: 1, bytes })
      this.full = false
    } catch (err) {
      if (!isQuota(err)) throw err
      this.full = true
    }
  }

  // ---- numbers that this device may use up ----

  /** What this device holds, with how far each is used. */
  leases(): Promise<HeldLease[]> {
    return reopening(this.db, () => leases(this.db).where('key').startsWith('lease:').toArray())
  }

  /**
   * Takes over what the server says that a device may use. How far a lease is used is known here alone; one that the server no longer names is not
   * ours any longer. An answer that comes after the device got another identity is about numbers of a device that is no more.
   */
  keepLeases(device: string, granted: Lease[]): Promise<void> {
    return reopening(this.db, () =>
      this.db.transaction('rw', this.db.meta, async () => {
        if ((await this.record()).device !== device) return
        const table = leases(this.db)
        const held = await table.where('key').startsWith('lease:').toArray()
        await table.bulkDelete(held.filter((h) => h.device !== device || !granted.some((g) => g.id === h.id)).map((h) => h.key))
        for (const lease of granted) {
          const known = held.find((h) => h.id === lease.id && h.device === device)
          await table.put({ ...lease, key: keyOf(lease.id), device, next: Math.max(known?.next ?? lease.first, lease.first) })
        }
      }),
    )
  }

  // ---- the leader's side: each of these checks the fencing token inside its transaction ----

  private async led<T>(fence: number, work: (queue: Queue) => Promise<T>): Promise<T> {
    const { meta, mutations, tray, devices } = this.db
    const { value, left } = await reopening(this.db, () =>
      this.db.transaction('rw', meta, mutations, tray, devices, async () => {
        const queue = await this.record()
        if (queue.fence !== fence) throw new Fenced()
        const before = JSON.stringify(queue)
        const value = await work(queue)
        if (JSON.stringify(queue) !== before) await meta.put(queue)
        return { value, left: queue }
      }),
    )
    this.stands(left)
    return value
  }

  /** The next action need not read what we have just seen. What was written behind our back shows when it is kept. */
  private stands(queue: Queue): void {
    const { guess } = this
    if (guess?.device.id !== queue.device) this.guess = undefined
    else if (queue.nextSeq >= guess.queue.nextSeq) this.guess = { queue, device: guess.device } // else an action of this tab has been kept since
  }

  /** Raises the fencing token: from here on every transaction of an earlier leader fails. */
  async fence(): Promise<number> {
    const raise = () => this.raiseFence()
    return reopening(this.db, raise).catch(async (err: unknown) => {
      if (!isQuota(err)) throw err
      // Without room to write even this, nobody could lead, and a full device would never be emptied.
      await this.runFull(true)
      return raise()
    })
  }

  private raiseFence(): Promise<number> {
    return this.db.transaction('rw', this.db.meta, async () => {
      const queue = await this.record()
      queue.fence++
      await this.db.meta.put(queue)
      return queue.fence
    })
  }

  /** Stores where the retry stands, so that a reload neither forgets a wait nor waits twice. */
  schedule(fence: number, nextAttemptAt: number, failures: number): Promise<void> {
    return this.led(fence, async (queue) => {
      queue.nextAttemptAt = nextAttemptAt
      queue.failures = failures
    })
  }

  setOffset(fence: number, offset: number): Promise<void> {
    return this.led(fence, async (queue) => {
      queue.offset = Math.round(offset)
    })
  }

  /** The server knows this device, and that this person works on it. */
  enrolledBy(fence: number, user: string): Promise<void> {
    return this.led(fence, async (queue) => {
      queue.enrolled = true
      if (!queue.users.includes(user)) queue.users = [...queue.users, user]
    })
  }

  /** The server does not know this device any longer. */
  forgotten(fence: number): Promise<void> {
    return this.led(fence, async (queue) => {
      queue.enrolled = false
      queue.users = []
    })
  }

  /** What waits behind n, in order, as far as it is one device's and its numbers follow each other: the server takes no push with holes. */
  async nextBatch(limit: number, after = 0): Promise<Mutation[]> {
    const rows = await reopening(this.db, () =>
      this.db.mutations.where('[state+n]').between([waiting, after], [waiting, Dexie.maxKey], false).limit(limit).toArray(),
    )
    const hole = rows.findIndex((m, i) => i > 0 && (m.device !== rows[i - 1]?.device || m.seq !== (rows[i - 1]?.seq ?? 0) + 1))
    return hole < 0 ? rows : rows.slice(0, hole)
  }

  /** Writes outcomes down. Returns what the cache must know. */
  settle(fence: number, device: string, results: Result[]): Promise<Settlement[]> {
    return this.led(fence, async (queue) => {
      const final = new Map(results.flatMap((r) => (r.status === 'retry' ? [] : [[r.seq, r] as const])))
      if (final.size === 0) return []
      const seqs = [...final.keys()]
      const found = await this.db.mutations
        .where('[device+seq]')
        .between([device, Math.min(...seqs)], [device, Math.max(...seqs)], true, true)
        .toArray()
      const settledAt = this.env.clock.now()
      const cleared: number[] = []
      const kept: TrayItem[] = []
      const done: Settlement[] = []
      const judged = found.flatMap((m): Mutation[] => {
        const result = final.get(m.seq)
        if (!result || result.status === 'retry') return []
        const { seq: _seq, status, ...rest } = result
        if (m.state === waiting) queue.settledCount++
        if (status === 'applied') cleared.push(m.n)
        else if (!m.answered) kept.push(trayItem(m, status, rest, settledAt))
        done.push({ id: m.id, status, version: rest.version ?? 0 })
        return [{ ...m, state: settled, outcome: { status, ...rest }, settledAt }]
      })
      await this.db.mutations.bulkPut(judged)
      if ((await this.db.tray.count()) > 0) await this.db.tray.bulkDelete(cleared)
      await this.db.tray.bulkPut(kept)
      return done
    })
  }

  /**
   * Forgets what the replica holds. What has no outcome stays, whatever the watermark says. `open` are the seqs that wait for a person
   * on the server: what is settled, stands in our tray and not in that list, a supervisor has dealt with.
   */
  confirm(fence: number, device: string, epoch: string, settledSeq: number, replicated: number, open?: number[]): Promise<number> {
    return this.led(fence, async (queue) => {
      if (queue.device !== device || queue.epoch !== epoch) return 0
      queue.settled = settledSeq
      queue.replicated = replicated
      if (open) {
        const dealt = await this.dealtWith(device, settledSeq, open)
        if (dealt.length > 0) await this.db.tray.bulkDelete(dealt)
      }
      return this.db.mutations
        .where('[device+seq]')
        .between([device, 0], [device, replicated], true, true)
        .and((m) => m.state === settled)
        .delete()
    })
  }

  /** Items of our tray (their n) that the server's list of open ones no longer has. */
  private async dealtWith(device: string, settledSeq: number, open: number[]): Promise<number[]> {
    if ((await this.db.tray.count()) === 0) return []
    const items = await this.db.tray.filter((t) => t.device === device && t.seq <= settledSeq && !open.includes(t.seq)).toArray()
    return items.map((t) => t.n)
  }

  /** Whether an answer with this list of open items would change our tray. */
  async trayDiffers(device: string, settledSeq: number, open: number[] | undefined): Promise<boolean> {
    return open !== undefined && (await this.dealtWith(device, settledSeq, open)).length > 0
  }

  /**
   * The server's database began another life: everything that is still kept is offered again. Says whether it did. `asked` is the life that
   * we knew when we asked: an answer may be so late that it tells of a life that has ended since, and to go back to that would take
   * its outcomes, and the tray's, for those of the present one.
   */
  enterEpoch(fence: number, epoch: string, asked: string): Promise<boolean> {
    return this.led(fence, async (queue) => {
      if (queue.epoch === epoch) return false
      if (queue.epoch !== asked) throw new Outdated()
      const first = queue.epoch === ''
      queue.epoch = epoch
      if (first) return false
      queue.settled = 0
      queue.replicated = 0
      queue.nextAttemptAt = 0
      queue.users = [] // who works here may have been told after the copy was made: else their work would be refused
      await this.offerAgain(queue, () => true)
      return true
    })
  }

  /** The server misses our mutations from seq on. False when they are no longer here to be sent. */
  rewind(fence: number, device: string, seq: number): Promise<boolean> {
    return this.led(fence, async (queue) => {
      const lowest = await this.db.mutations.where('[device+seq]').between([device, Dexie.minKey], [device, Dexie.maxKey]).first()
      if (!lowest || lowest.seq > seq) return false
      await this.offerAgain(queue, (m) => m.device === device && m.seq >= seq)
      return true
    })
  }

  private async offerAgain(queue: Queue, which: (m: Mutation) => boolean): Promise<void> {
    const back = await this.db.mutations.where('[state+n]').between([settled, Dexie.minKey], [settled, Dexie.maxKey]).and(which).toArray()
    queue.settledCount -= back.length
    await this.db.mutations.bulkPut(back.map((m) => ({ ...m, state: waiting, outcome: null, settledAt: 0 })))
  }

  /**
   * Gives what is not settled of one device a new identity: another device has used this one's numbers, or they have a gap that cannot be filled.
   * The ids stay, so the cache's effects stay as they are. What answers other work goes on naming that work, wherever it has gone.
   */
  async requeue(fence: number, from: string): Promise<void> {
    const fresh = await this.newDevice()
    for (;;) {
      const queue = await this.queue()
      const renew = queue.device === from
      const device = renew ? fresh : await this.device(queue.device)
      let seq = renew ? 1 : queue.nextSeq
      const old = await this.waitingOf(from)
      const places = new Map(old.map((m) => [m.seq, seq++]))
      const moved: Mutation[] = []
      for (const m of old) {
        const next = { ...answering(m, from, places), device: device.id, seq: places.get(m.seq) ?? 0 } // each of them has its place
        moved.push({ ...next, sig: await sign(this.env.subtle, device.keys.privateKey, signedText(next)) })
      }
      const done = await this.led(fence, async (q) => {
        if (q.device !== queue.device || q.nextSeq !== queue.nextSeq) return false // another tab wrote meanwhile
        if (renew) {
          await this.db.devices.update(from, { retired: true })
          await this.db.devices.add(fresh)
          q.device = fresh.id
          q.enrolled = false
          q.users = []
          q.settled = 0
          q.replicated = 0
        }
        q.nextSeq = seq
        await this.db.mutations.bulkPut(moved)
        for (const m of moved) await this.db.tray.update(m.n, { device: m.device, seq: m.seq }) // offered again, and refused once before
        return true
      })
      if (done) return
    }
  }

  private waitingOf(device: string): Promise<Mutation[]> {
    return this.db.mutations
      .where('[state+n]')
      .between([waiting, Dexie.minKey], [waiting, Dexie.maxKey])
      .and((m) => m.device === device)
      .toArray()
  }

  // ---- what people see ----

  async ledger(): Promise<Ledger> {
    const { meta, mutations, tray } = this.db
    return this.db.transaction('r', meta, mutations, tray, async () => {
      const queue = await this.record()
      return { recorded: queue.recorded, settled: queue.settledCount, waiting: await this.waitingCount(), tray: await tray.count() }
    })
  }

  waitingCount(): Promise<number> {
    return this.db.mutations.where('[state+n]').between([waiting, Dexie.minKey], [waiting, Dexie.maxKey]).count()
  }

  async oldest(): Promise<Mutation | undefined> {
    return this.db.mutations.where('[state+n]').between([waiting, Dexie.minKey], [waiting, Dexie.maxKey]).first()
  }

  /** One person's mutations that are kept here, in order. */
  async kept(user: string): Promise<Mutation[]> {
    return this.db.mutations
      .orderBy('n')
      .and((m) => m.user === user)
      .toArray()
  }

  /** Those of these mutations that have an outcome. What has even been forgotten since was applied. */
  async judged(list: Mutation[]): Promise<Settlement[]> {
    const numbers = list.map((m) => m.n)
    const open = await reopening(this.db, () =>
      this.db.mutations
        .where('[state+n]')
        .between([waiting, Math.min(...numbers)], [waiting, Math.max(...numbers)], true, true)
        .primaryKeys(),
    )
    const still = new Set(open)
    const rest = list.filter((m) => !still.has(m.n))
    const now = await this.db.mutations.bulkGet(rest.map((m) => m.n))
    return rest.flatMap(({ id }, i): Settlement[] => {
      const found = now[i]
      if (!found) return [{ id, status: 'applied', version: 0 }]
      return found.outcome ? [{ id, status: found.outcome.status, version: found.outcome.version ?? 0 }] : []
    })
  }

  trayOf(user: string): Promise<TrayItem[]> {
    return this.db.tray.where('user').equals(user).sortBy('n')
  }
}

/** Work that names other work by its number, when that moves from one identity to another: it follows, or says under which identity it stayed. */
function answering(m: Mutation, from: string, places: Map<number, number>): Mutation {
  const { replacesDevice = m.device, ...rest } = m
  if (m.replaces !== null && replacesDevice === from) {
    const place = places.get(m.replaces)
    return place === undefined ? { ...m, replacesDevice: from } : { ...rest, replaces: place }
  }
  const { Seq, Device } = m.args as { Seq?: number; Device?: string } // as the op declares them
  if (m.op === 'Sync/Discard' && Seq !== undefined && (Device || m.device) === from) {
    const place = places.get(Seq)
    return { ...m, args: place === undefined ? { Seq, Device: from } : { Seq: place } }
  }
  return m
}

function trayItem(m: Mutation, status: 'rejected' | 'parked', outcome: Omit<Outcome, 'status'>, settledAt: number): TrayItem {
  const { n, id, device, seq, op, args, subjects, at, user } = m
  return {
    n,
    id,
    device,
    seq,
    op,
    args,
    subjects,
    at,
    user,
    status,
    code: outcome.code ?? '',
    params: outcome.params ?? {},
    errors: outcome.errors ?? [],
    row: outcome.row ?? null,
    settledAt,
  }
}
