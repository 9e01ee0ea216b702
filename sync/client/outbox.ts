import Dexie from 'dexie'
import { ballastBytes, layBallast } from './ballast'
import { sign, signedText } from './canonical'
import { commit, commitAnswer, Raced } from './commit'
import type { Env } from './env'
import type { OrgLease as Lease, PullApplied, PullItem } from './gen/api'
import { Fenced, giveUp, isLost, isQuota, Outdated, reopening } from './idb'
import { ensureIdentity } from './identity'
import { choose, type HeldLease, keyOf, leases, type Taken } from './leases'
import { type Draft, type Mutation, named, type Result, settled, unsentOp, waiting } from './mutation'
import { type Device, lookAtRecord, OutboxDb, type Queue, record, type TrayItem } from './outboxDb'
import { part } from './part'
import { judge, judged, type Marks, mark, ofFormer, type Settlement, upTo } from './settlement'
import { dealtWith } from './tray'
import { ulids } from './ulid'
import { CallError } from './wire'

const theRenumber = part(() => import('./renumber'))

export interface Ledger {
  recorded: number
  settled: number
  waiting: number
  tray: number
}

/** The queue as we last saw it. */
interface Guess {
  queue: Queue
  device: Device
}

/** An action that waits for its turn to be written. */
interface Turn {
  draft: Draft
  /** Fixed before the first attempt: by it a write that was reported as lost is found again. */
  id: string
  clock: number
  elapsed: number
  /** A write of it ended without a word on whether it was kept. */
  unsure?: boolean
  kept: (mutation: Mutation) => void
  failed: (err: unknown) => void
}

const together = 100 // so that neither signing nor writing them holds up what is done next

/** The server tells of so many former items in one answer. */
const askedAtOnce = 100

/** Whether a write that failed so may be kept all the same. */
const isUnsure = (err: unknown) => isLost(err) || (err as Error | undefined)?.name === 'AbortError'

/** An action whose arguments are larger is refused before it is kept: the server would not take it. */
const largestArgs = 512 * 1024

function plainArgs(args: object): Record<string, unknown> {
  const text = JSON.stringify(args)
  const size = text.length > largestArgs / 3 ? new TextEncoder().encode(text).length : 0
  if (size > largestArgs) throw new CallError(413, 'work-too-large', { size: Math.ceil(size / 1024) })
  return JSON.parse(text) as Record<string, unknown> // an object has nothing else
}

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
  private guess: Guess | undefined
  private readonly line: Turn[] = []
  /** The last action that this tab kept: its moment, and by the time that has passed since, that of the next. */
  private last: { at: number; elapsed: number } | undefined
  private writing = false
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
    await ensureIdentity(outbox.db, env, outbox.newId)
    await outbox.layBallast()
    return outbox
  }

  close(): void {
    giveUp(this.db)
  }

  get name(): string {
    return this.db.name
  }

  async queue(): Promise<Queue> {
    return reopening(this.db, () => lookAtRecord(this.db))
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
    return new Promise((kept, failed) => {
      this.line.push({ draft, id: draft.id ?? this.newId(), clock: this.env.clock.now(), elapsed: this.env.clock.elapsed(), kept, failed })
      if (!this.writing) void this.writeAll()
    })
  }

  /** One after the other; what has come while a write was under way is written together, since a strict write costs the same for one as for many. */
  private async writeAll(): Promise<void> {
    this.writing = true
    for (let turns = this.next(); turns.length > 0; turns = this.next())
      try {
        const written = await this.appendNow(turns)
        for (const [i, m] of written.entries()) turns[i]?.kept(m)
      } catch (err) {
        // What keeps one of several from being written must not take the others with it.
        if (turns.length > 1) for (const turn of turns) await this.appendNow([turn]).then(([m]) => m && turn.kept(m), turn.failed)
        else turns[0]?.failed(err)
      }
    this.writing = false
  }

  /** Those at the head of the line that can be written together: not what uses up a number or answers a refusal. */
  private next(): Turn[] {
    const alone = this.line.findIndex(({ draft }) => draft.numbers !== undefined || draft.answers !== undefined)
    return this.line.splice(0, alone < 0 ? together : Math.max(1, Math.min(alone, together)))
  }

  /** Gets at hand what the first action of a screen would wait for: how the queue stands, and the key, which is used once. */
  async ready(): Promise<void> {
    const { device } = await this.look()
    await sign(this.env.subtle, device.keys.privateKey, '')
  }

  private async look(): Promise<Guess> {
    if (this.guess) return this.guess
    const queue = await this.queue()
    const guess = { queue, device: await this.device(queue.device) }
    this.guess ??= guess
    return this.guess
  }

  private async appendNow(turns: Turn[]): Promise<Mutation[]> {
    // What is signed must be what is sent: dates become text and undefined vanishes before both.
    const plain = turns.map((turn) => ({ ...turn, args: plainArgs(turn.draft.args) }))
    const [{ numbers, answers } = {}] = plain.map((p) => p.draft) // where there are any, it is alone
    for (let lost = 0; ; ) {
      const found = turns.some((turn) => turn.unsure) ? await this.find(turns) : undefined
      if (found) return found
      const { queue, device } = await this.look()
      const moments = this.moments(turns, queue)
      const { taken, ...used } = numbers ? choose(await this.leases(), device.id, numbers) : { args: {}, taken: [] }
      // Crypto is awaited before the transaction: IndexedDB commits one that waits for anything else.
      const signed = await Promise.all(
        plain.map(async ({ draft, clock, id, args }, i): Promise<Omit<Mutation, 'n'>> => {
          const unsigned = {
            id,
            device: device.id,
            seq: queue.nextSeq + i,
            op: draft.op,
            args: { ...args, ...used.args },
            subjects: draft.subjects,
            at: new Date(moments[i] ?? clock).toISOString(), // each has its own
            atRaw: new Date(clock).toISOString(),
            user: draft.user,
            replaces: draft.replaces ?? null,
            ...(draft.replacesDevice && draft.replacesDevice !== device.id ? { replacesDevice: draft.replacesDevice } : {}),
          }
          const sig = await sign(this.env.subtle, device.keys.privateKey, signedText(unsigned))
          return { ...unsigned, sig, state: waiting, outcome: null, settledAt: 0 }
        }),
      )
      try {
        const written = await this.write(signed, { queue, device }, answers, taken)
        this.last = { at: moments.at(-1) ?? 0, elapsed: turns.at(-1)?.elapsed ?? 0 }
        return written
      } catch (err) {
        this.guess = undefined
        if (err instanceof Raced) continue
        if (!isUnsure(err)) throw err
        // A connection may be lost behind a commit: what was kept must neither be told as failed nor be written again.
        for (const turn of turns) turn.unsure = true
        if (lost++ === 0) continue
        const kept = await this.find(turns)
        if (!kept) throw err
        return kept
      }
    }
  }

  /**
   * When each was done. A clock that was set back does not make it earlier than what was done before it: then the time that has passed counts, as far
   * as this tab has watched it.
   */
  private moments(turns: Turn[], queue: Queue): number[] {
    let before = queue.lastAt ?? 0
    const { last } = this
    return turns.map(({ clock, elapsed }) => {
      const watched = last && last.at === queue.lastAt ? last.at + Math.max(0, Math.round(elapsed - last.elapsed)) : 0
      const said = clock + queue.offset
      before = said >= before ? said : Math.max(before, watched)
      return before
    })
  }

  /** What was written of these, in their order; undefined where nothing was: they are kept together or not at all. */
  private async find(turns: Turn[]): Promise<Mutation[] | undefined> {
    const ids = turns.map((turn) => turn.id)
    const rows = await reopening(this.db, () => this.db.mutations.where('id').anyOf(ids).toArray())
    for (const turn of turns) turn.unsure = false
    return rows.length === ids.length ? ids.flatMap((id) => rows.find((m) => m.id === id) ?? []) : undefined
  }

  private async write(
    list: Omit<Mutation, 'n'>[],
    { queue, device }: Guess,
    answers: number | undefined,
    taken: Taken[],
  ): Promise<Mutation[]> {
    const [first] = list
    const put = () => (answers === undefined || !first ? this.commit(list, queue, taken) : commitAnswer(this.db, first, answers, taken))
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

  private commit(list: Omit<Mutation, 'n'>[], guess: Queue, taken: Taken[]) {
    return commit(this.db, list, guess, taken)
  }

  /** The disk is full. Says so from now on, and gives the room that was held back where that is worth it. */
  async runFull(free: boolean): Promise<void> {
    this.full = true
    if (free) await this.db.ballast.clear()
  }

  /** See ballast.ts. */
  async layBallast(): Promise<void> {
    this.full = !(await layBallast(this.db, this.ballastBytes))
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
        if ((await record(this.db)).device !== device) return
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
        const queue = await record(this.db)
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
      const queue = await record(this.db)
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

  /** Writes outcomes down, and what else the server's answer says of this device. Returns what the cache must know. */
  settle(fence: number, device: string, results: Result[], marks?: Marks): Promise<Settlement[]> {
    return this.led(fence, async (queue) => {
      const done = await judge(this.db, queue, device, results, this.env.clock.now())
      if (marks && queue.device === device && queue.epoch === marks.epoch) await mark(this.db, queue, marks)
      return done
    })
  }

  /** Writes down what a page of rows says of mutations that still wait for the answer to their push. Returns what the cache must know. */
  async hear(fence: number, device: string, epoch: string, applied: PullApplied[]): Promise<Settlement[]> {
    if ((await this.nextBatch(1)).length === 0) return []
    return this.led(fence, async (queue) => {
      if (queue.device !== device || queue.epoch !== epoch) return []
      const results = applied.map((h) => ({ ...h, status: 'applied' as const }))
      return judge(this.db, queue, device, results, this.env.clock.now())
    })
  }

  /** What an answer says of this device. Of another identity or life of the database, it says nothing. */
  confirm(fence: number, device: string, marks: Marks): Promise<number> {
    return this.led(fence, async (queue) => (queue.device === device && queue.epoch === marks.epoch ? mark(this.db, queue, marks) : 0))
  }

  /** Whether something need not be kept any longer: of an identity of before, or settled by a worker after its number was known to be safe. */
  async keepsSafe({ replicated, safe = 0 }: Pick<Marks, 'replicated' | 'safe'>): Promise<boolean> {
    const queue = await this.queue()
    return (
      (await upTo(this.db, queue, replicated)
        .and((m) => m.state === settled)
        .count()) > 0 || (await ofFormer(this.db, queue, safe)).length > 0
    )
  }

  /** Whether an answer with this list of open items would change our tray. */
  async trayDiffers(device: string, settledSeq: number, open: number[] | undefined): Promise<boolean> {
    return open !== undefined && (await dealtWith(this.db, device, settledSeq, open)).length > 0
  }

  /** What still waits for a person here of work that was sent under identities of before: of it no list of the present one's numbers says a thing. */
  async formerItems(user: string, device: string): Promise<PullItem[]> {
    if ((await this.db.devices.count()) < 2) return []
    const items = await this.db.tray
      .where('user')
      .equals(user)
      .and((t) => t.device !== device)
      .limit(askedAtOnce)
      .toArray()
    return items.map(({ device, seq }) => ({ device, seq }))
  }

  /** Lets go what somebody has dealt with. */
  dealtWith(fence: number, items: PullItem[]): Promise<void> {
    const names = new Set(items.map((i) => named(i.device, i.seq)))
    return this.led(fence, async () => {
      await this.db.tray.filter((t) => names.has(named(t.device, t.seq))).delete()
    })
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
      const before = queue.epoch
      queue.epoch = epoch
      if (before === '') return false
      queue.settled = 0
      queue.replicated = 0
      queue.nextAttemptAt = 0
      delete queue.forgotten
      queue.users = [] // who works here may have been told after the copy was made: else their work would be refused
      await this.offerAgain(queue, () => true, before)
      return true
    })
  }

  /** The server misses our mutations from seq on. False where none of them is here to be offered again: then sending them once more changes nothing. */
  rewind(fence: number, device: string, seq: number): Promise<boolean> {
    return this.led(fence, async (queue) => {
      const lowest = await this.db.mutations.where('[device+seq]').between([device, Dexie.minKey], [device, Dexie.maxKey]).first()
      if (!lowest || lowest.seq > seq) return false
      return (await this.offerAgain(queue, (m) => m.device === device && m.seq >= seq)) > 0
    })
  }

  /** `of` is the life in which the rows of what was applied are still shown. */
  private async offerAgain(queue: Queue, which: (m: Mutation) => boolean, of?: string): Promise<number> {
    const back = await this.db.mutations.where('[state+n]').between([settled, Dexie.minKey], [settled, Dexie.maxKey]).and(which).toArray()
    queue.settledCount -= back.length
    const held = ({ outcome }: Mutation) =>
      of && outcome?.status === 'applied' ? { held: { epoch: of, version: outcome.version ?? 0 } } : {}
    await this.db.mutations.bulkPut(back.map((m) => ({ ...m, ...held(m), state: waiting, outcome: null, settledAt: 0 })))
    return back.length
  }

  /** Gives what waits under one identity numbers of another; see renumber. */
  async requeue(fence: number, from: string): Promise<void> {
    const { renumber } = await theRenumber()
    const at = { db: this.db, env: this.env, newId: this.newId, queue: () => this.queue(), device: (id: string) => this.device(id) }
    await renumber({ ...at, led: (write) => this.led(fence, write) }, from)
  }

  /**
   * The server does not take this mutation, in any company: from now on a word of that goes out under its number, or nothing behind it could be sent. The
   * server refuses that word for good, so the work itself comes back to its person. `size` is in bytes, where that is the reason.
   */
  async setAside(fence: number, m: Mutation, size: number): Promise<void> {
    const { keys } = await this.device(m.device)
    const args = { Op: m.op, Size: size }
    const sig = await sign(this.env.subtle, keys.privateKey, signedText({ ...m, op: unsentOp, args }))
    await this.led(fence, async () => {
      await this.db.mutations.update(m.n, { unsent: { args, sig } })
    })
  }

  // ---- what people see ----

  async ledger(): Promise<Ledger> {
    const { meta, mutations, tray } = this.db
    return this.db.transaction('r', meta, mutations, tray, async () => {
      const [queue, waiting, kept] = await Promise.all([record(this.db), this.waitingCount(), tray.count()])
      return { recorded: queue.recorded, settled: queue.settledCount, waiting, tray: kept }
    })
  }

  /** All that the status says of what is kept here, at one moment and in one transaction: it is looked at several times for each action. */
  counts(user: string): Promise<{ ledger: Ledger; oldest: Mutation | undefined; attention: number; files: number; broken: number }> {
    const { meta, mutations, tray, blobs } = this.db
    return this.db.transaction('r', meta, mutations, tray, blobs, async () => {
      const [ledger, oldest, attention, files, broken] = await Promise.all([
        this.ledger(),
        this.oldest(),
        tray.where('user').equals(user).count(),
        blobs.where('state').equals('waiting').count(),
        blobs.where('state').equals('broken').count(),
      ])
      return { ledger, oldest, attention, files, broken }
    })
  }

  waitingCount(): Promise<number> {
    return this.db.mutations.where('[state+n]').between([waiting, Dexie.minKey], [waiting, Dexie.maxKey]).count()
  }

  /** What the server has not got: actions and the files that they name. */
  async unsent(): Promise<{ waiting: number; files: number }> {
    const [waiting, files] = await Promise.all([this.waitingCount(), this.db.blobs.where('state').equals('waiting').count()])
    return { waiting, files }
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

  /** Those of these mutations that have an outcome. */
  judged(list: Mutation[]): Promise<Settlement[]> {
    return judged(this.db, list)
  }

  trayOf(user: string): Promise<TrayItem[]> {
    return this.db.tray.where('user').equals(user).sortBy('n')
  }
}
