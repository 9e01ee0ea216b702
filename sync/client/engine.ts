import type { Cache, SyncState } from './cache'
import type { Channel, Env } from './env'
import type { DeviceHolds } from './gen/api'
import type { HeartbeatOptions } from './heartbeat'
import { Fenced, isQuota } from './idb'
import type { Journal, Note } from './journal'
import { type Again, Lane, type Run } from './lane'
import { Leader } from './leader'
import type { Poke } from './live'
import type { Mutation } from './mutation'
import { Notes } from './notes'
import type { Orders } from './orders'
import { compare, learnEpoch, type PullTuning, pull, take } from './pull'
import { firstCount, type PushTuning, push } from './push'
import { confirmShown, reconcile } from './rebase'
import { type Standing, type Status, StatusBoard } from './status'
import { CallError, exchange, NoContact } from './wire'

/** Where the engine gets its rights. Null means that a person must sign in; NoContact is thrown where nobody can be asked. */
export interface Credentials {
  userToken(): Promise<string | null>
  deviceToken(): Promise<string | null>
  refused(): void
}

/** What the engine needs of the socket. */
export interface Socket {
  readonly connected: boolean
  start(): void
  stop(): void
  restart(): void
}

export interface EngineOptions extends HeartbeatOptions {
  cache: Cache
  user: string
  credentials: Credentials
  /** The warehouses chosen on this device; empty means all that the person may see. */
  warehouses?: () => string[]
  socket?: (hooks: { onPoke: (poke: Poke) => void; onChange: (connected: boolean) => void }) => Socket
  deviceName?: string
  /** Deletes all that is kept here and signs out, when an administrator asks for it; see Orders. */
  clear?: (told: (token: string | null) => Promise<void>) => Promise<void>
  /** This tab's name in the heartbeat record. */
  tab?: string
  /** Keeps the notes over a reload. */
  journal?: Journal
}

export type Reason = 'send' | 'online' | 'visible' | 'poke' | 'session' | 'file' | 'manual' | 'unshown'

const tickEvery = 15_000
const pollEvery = 60_000
const standsAfter = 120_000
/** As long does news wait for a push that is under way. */
const behindPush = 3_000

/** Between the answer to our work and its rows, which come with the poke of that very commit. */
const pokeComes = 300

/** A state of the server's rows. */
interface Moment {
  epoch: string
  version: number
}

const shows = (state: SyncState, of: Moment) => state.epoch === of.epoch && state.version >= of.version && state.loading.length === 0

/** The server will have it later: a fault of its own, or nothing could be settled this time. */
class Later extends Error {}

/**
 * Keeps outbox, cache and server in step, in the tab that leads. Every kind of work is a lane with a deadline; all events, and a plain tick of
 * fifteen seconds, only say "attempt if due". start() and stop() may be called any number of times.
 */
export class Engine {
  private readonly env: Env
  private readonly leader: Leader
  private readonly lanes: { push: Lane; pull: Lane; files: Lane; status: Lane; check: Lane }
  private readonly pushTuning: PushTuning = { count: firstCount }
  private readonly pullTuning: PullTuning = { limit: 2000 }
  private readonly notes: Notes
  private socket: Socket | undefined
  private channel: Channel | undefined
  private running = false
  private fence: number | undefined
  private timer: unknown
  private lastSeen = 0
  private lastContact = 0
  private offline = false
  /** A person must sign in. What the device does under its own token, a push or a report, says nothing against it. */
  private out = false
  private update = false
  private behind = false
  private startsAgain = 0
  /** Something that is in the outbox could not be shown. */
  private behindOutbox = false
  /** What came could not be kept on this device. */
  private noRoom = false
  /** What the last check counted, until the server has heard of it. */
  private holds: DeviceHolds | undefined
  /** What the next pull is for: some news, which may have come by itself before it begins, or anything else. */
  private news: Moment | 'anything' | undefined
  private pulledAt = 0
  /** The push's retry as the outbox has it. */
  private planned = { at: 0, failures: 0 }
  private pokes: Promise<void> = Promise.resolve()
  private taking = 0
  /** Shown, and not yet looked at again. */
  private readonly fresh: Mutation[] = []
  private readonly board: StatusBoard
  /** What an administrator asks; from the first report on. */
  private orders: Orders | undefined
  /** When we last knew ourselves to be up to date. */
  private upToDateAt = 0

  constructor(private readonly o: EngineOptions) {
    this.env = o.env
    this.notes = new Notes(o.env.clock, o.journal)
    this.board = new StatusBoard(
      { clock: o.env.clock, outbox: o.outbox, cache: o.cache, user: o.user },
      () => ({ running: this.running, leads: this.leads, mine: this.stands(), noRoom: this.noRoom }),
      (status) => this.channel?.postMessage({ kind: 'status', status }),
    )
    const lane = (name: string, work: (run: Run, fence: number) => Promise<Again>) =>
      new Lane(
        name,
        o.env,
        (run) => this.authorised(run, work),
        (l, err) => this.settled(l, err),
      )
    this.lanes = {
      push: lane('push', (run, fence) => this.pushOnce(run, fence)),
      pull: lane('pull', (run, fence) => this.pullOnce(run, fence)),
      files: lane('files', async (run) => {
        const note = (what: string, detail?: Record<string, unknown>) => this.note(what, detail)
        if ((await o.outbox.db.blobs.count()) === 0) return pollEvery // as for most, so what sends them is fetched apart
        const { sendFiles } = await import('./files')
        const again = await sendFiles({ env: this.env, outbox: o.outbox, token: () => this.anyToken(), note }, run)
        return again === 'never' ? pollEvery : again
      }),
      status: lane('status', (_run, fence) => this.heartbeat(fence)),
      check: lane('check', (_run, fence) => this.checkOnce(fence)),
    }
    this.leader = new Leader({
      env: o.env,
      name: o.outbox.name,
      post: {
        beat: () => o.cache.beat(),
        setBeat: (fence) => o.cache.setBeat(fence, o.tab ?? ''),
        fence: () => o.outbox.fence(),
      },
      onLead: (fence) => void this.lead(fence),
      onLose: () => this.unlead(),
    })
    // A tab without its cache can only be reloaded. It still writes to the outbox; the newer tab leads and sends.
    o.cache.onStale = () => {
      this.note('stale')
      this.leader.stop()
      this.refresh()
    }
  }

  start(): void {
    if (this.running) return
    this.running = true
    this.note('start', { build: this.o.build })
    this.lastSeen = this.env.clock.now()
    this.channel = this.env.channel(`${this.o.outbox.name}:sync`)
    this.channel.onmessage = ({ data }) => this.hear(data as { kind: string; reason?: Reason; status?: Standing }) // the channel is ours alone
    this.leader.start()
    this.plan()
    this.refresh()
  }

  stop(): void {
    this.running = false
    this.leader.stop()
    this.env.clock.clearTimeout(this.timer)
    this.channel?.close()
    this.channel = undefined
  }

  get leads(): boolean {
    return this.fence !== undefined
  }

  /**
   * An action's effect is shown. Looked at a moment later, for all taps of that moment: it matters only where the server had answered already,
   * and the next start makes up for a tab that dies before.
   */
  shown(mutation: Mutation): void {
    this.fresh.push(mutation)
    if (this.fresh.length > 1) return
    this.env.clock.setTimeout(() => {
      const { outbox, cache } = this.o
      if (this.running) void confirmShown(cache, outbox, this.fresh.splice(0)).catch(() => {})
    }, 1_000)
  }

  /** An action is in the outbox, but its effect could not be shown. It is shown again in a moment, with or without a network. */
  unshown(error: unknown): void {
    this.note('unshown', { error: String(error) })
    if (isQuota(error)) this.noRoom = true
    this.nudge('unshown')
  }

  /** Something around us broke. */
  broke(error: unknown): void {
    this.notes.broke(error)
  }

  /** The last exchanges, without anybody's data, for a support ticket. */
  diagnostics(): readonly Note[] {
    return this.notes.list
  }

  /** Something happened that may make work due. A follower tells the leader. */
  nudge(reason: Reason, news?: Moment): void {
    if (!this.running) return
    if (this.fence === undefined) {
      this.channel?.postMessage({ kind: 'nudge', reason })
      this.refresh()
      return
    }
    const { push, pull, files, status, check } = this.lanes
    if (reason === 'send') push.nudge(false)
    else if (reason === 'file') files.nudge(false)
    else if (reason === 'unshown') {
      this.behindOutbox = true
      check.nudge(true, 2_000)
    } else if (reason === 'poke') this.nudgePull(this.env.random() * (this.env.visible() ? 100 : 2_000), news)
    else {
      this.learn()
      for (const lane of [push, pull, files, status]) lane.nudge(true)
      if (reason !== 'visible') this.socket?.restart()
    }
    this.attempt()
    this.refresh()
  }

  /**
   * Something is new on the server. While our own work goes out, most of it is just that, and the end of the push asks for a pull itself: to put half of our
   * effects under the other half would hold up both.
   */
  private nudgePull(delay: number, news?: Moment): void {
    this.learn(news)
    this.lanes.pull.nudge(true, this.lanes.push.busy ? behindPush : delay)
  }

  private askPull(fresh = true, delay = 0): void {
    this.learn()
    this.lanes.pull.nudge(fresh, delay)
  }

  /** Another reason to pull: the server has come to this moment, or something that only a pull tells. */
  private learn(of?: Moment): void {
    const { news } = this
    if (!of || news === 'anything' || (news && news.epoch !== of.epoch)) this.news = 'anything'
    else if (!news || news.version < of.version) this.news = of
  }

  /** The browser is about to freeze this tab: another one should lead. */
  handOver(): void {
    if (this.leader.leads) this.leader.resign()
  }

  private hear(message: { kind: string; reason?: Reason; status?: Standing }): void {
    if (message.kind === 'nudge' && this.fence !== undefined && message.reason) this.nudge(message.reason)
    else if (message.kind === 'status' && this.fence === undefined) {
      this.board.theirs = message.status
      this.refresh()
    }
  }

  private note(what: string, detail?: Record<string, unknown>): void {
    this.notes.add(what, detail)
  }

  // ---- leading ----

  private async lead(fence: number): Promise<void> {
    this.fence = fence
    this.note('lead', { fence })
    const { outbox, cache, user } = this.o
    try {
      await reconcile(cache, outbox, user)
      const { nextAttemptAt, failures } = await outbox.queue()
      if (this.fence !== fence) return
      const now = this.env.clock.now()
      this.news = undefined
      this.planned = { at: nextAttemptAt, failures }
      for (const lane of Object.values(this.lanes)) lane.reset()
      // A stored wait is kept, but never one that a clock set back has made endless.
      this.lanes.push.dueAt = nextAttemptAt - now > 600_000 ? now : nextAttemptAt
      this.lanes.push.failures = failures
      this.lanes.status.dueAt = now + 5_000
      this.lanes.check.dueAt = now + 30_000
    } catch (err) {
      this.note('lead-failed', { error: String(err) })
      if (this.fence === fence) this.leader.resign()
      return
    }
    this.socket = this.o.socket?.({
      onPoke: (poke) => void this.poked(poke),
      onChange: (connected) => {
        this.note(connected ? 'socket-open' : 'socket-closed')
        // What happened while nobody could poke us; or whether the server is still there, which the person should know within seconds.
        if (connected) this.nudgePull(0)
        else this.askPull(false, 1_000 + this.env.random() * 4_000)
        this.attempt()
        this.refresh()
      },
    })
    this.socket?.start()
    this.attempt()
    this.refresh()
  }

  private unlead(): void {
    this.fence = undefined
    this.note('unlead')
    for (const lane of Object.values(this.lanes)) lane.reset()
    this.socket?.stop()
    this.socket = undefined
    this.refresh()
  }

  /** The clock was set back: deadlines of the future it came from must not hold us. Looked at whenever one is made, not by the tick alone: a clock may go out and back between two. */
  private heedClock(): void {
    const now = this.env.clock.now()
    if (now < this.lastSeen - 1_000) for (const lane of Object.values(this.lanes)) lane.shift(now - this.lastSeen)
    this.lastSeen = now
  }

  private attempt(): void {
    if (!this.running || this.fence === undefined) return
    this.heedClock()
    for (const lane of Object.values(this.lanes)) lane.attempt()
    this.plan()
  }

  private plan(): void {
    this.env.clock.clearTimeout(this.timer)
    if (!this.running) return
    const now = this.env.clock.now()
    let next = now + tickEvery
    if (this.fence !== undefined)
      for (const lane of Object.values(this.lanes)) if (!lane.busy) next = Math.min(next, Math.max(lane.nextAt, now + 5))
    this.timer = this.env.clock.setTimeout(() => this.tick(), next - now)
  }

  private tick(): void {
    this.heedClock()
    if (this.fence !== undefined) {
      const stuck = Object.values(this.lanes).filter((lane) => lane.stands(standsAfter))
      if (stuck.length > 0) {
        // Not one request but everything: the socket, the lock and the token too, since we do not know which of them is lying.
        this.note('watchdog', { lanes: stuck.map((l) => l.name) })
        this.leader.resign()
      }
    }
    if (this.o.outbox.full) void this.o.outbox.layBallast().catch(() => {})
    this.attempt()
    this.plan()
    this.refresh()
  }

  private settled(lane: Lane, error?: unknown): void {
    if (error instanceof Fenced) {
      this.note('fenced', { lane: lane.name })
      this.leader.resign()
      return
    }
    if (error === undefined) {
      if (lane.name === 'push') this.startsAgain = 0
    } else if (error instanceof NoContact) {
      this.note(lane.name, { failed: error.reason, failures: lane.failures })
      if (lane.name === 'push' || lane.name === 'pull') this.offline = true
    } else {
      this.note(lane.name, {
        failed: error instanceof CallError ? `${error.status} ${error.code}` : String(error),
        failures: lane.failures,
      })
      if (error instanceof CallError && error.status === 401) this.out = true
      if (error instanceof CallError && error.status === 410 && lane.name === 'pull') this.behind = true
      if (isQuota(error)) {
        // Old answers are the one thing here that nobody works with. The rows stay, and are caught up with when there is room.
        this.noRoom = true
        void this.o.cache.db._answers.clear().catch(() => {})
      }
    }
    const fence = this.fence
    if (lane === this.lanes.push && fence !== undefined) {
      const { failures } = lane
      const at = failures > 0 && Number.isFinite(lane.nextAt) ? lane.nextAt : 0
      if (failures !== this.planned.failures || (failures > 0 && at !== this.planned.at)) {
        this.planned = { at, failures }
        void this.o.outbox.schedule(fence, at, failures).catch(() => {
          this.planned.failures = -1 // unknown: the next run writes it
        })
      }
    }
    this.attempt()
    this.refresh()
  }

  // ---- the work ----

  /** Runs a lane's work with one fresh token where the server refused the old one. */
  private async authorised(run: Run, work: (run: Run, fence: number) => Promise<Again>): Promise<Again> {
    const fence = this.fence
    if (fence === undefined) return 'never'
    try {
      return await work(run, fence)
    } catch (err) {
      if (!(err instanceof CallError) || err.status !== 401) throw err
      this.o.credentials.refused()
      return await work(run, fence)
    }
  }

  private async anyToken(): Promise<string | null> {
    return (await this.o.credentials.userToken()) ?? (await this.o.credentials.deviceToken())
  }

  private contact(): void {
    this.lastContact = this.env.clock.now()
    this.offline = false
  }

  /** The server answered this person. */
  private admitted(): void {
    this.contact()
    this.out = false
  }

  private signedOut(): Again {
    if (!this.out) this.note('signed-out')
    this.out = true
    return pollEvery
  }

  /** Makes the device known to the server, once for each person who works on it. False while nobody is signed in to vouch for it. */
  private async enrolled(fence: number, run: Run): Promise<boolean> {
    const { outbox, cache, user, credentials, deviceName } = this.o
    const queue = await outbox.queue()
    if (queue.enrolled && queue.users.includes(user)) return true
    const token = await credentials.userToken()
    if (token === null) return queue.enrolled
    const { id, publicKey } = await outbox.device(queue.device)
    const { epoch } = await exchange<{ device: string; epoch: string }>(this.env, '/api/sync/enrol', {
      body: JSON.stringify({ device: id, publicKey, name: deviceName ?? '' }),
      token,
      signal: run.signal,
    }).catch(async (err: unknown) => {
      // The name is taken, with another key.
      if (err instanceof CallError && err.code === 'device-forked') await outbox.requeue(fence, id)
      throw err
    })
    this.admitted()
    await learnEpoch({ cache, outbox, fence, user, note: (what, detail) => this.note(what, detail) }, epoch, queue.epoch)
    await outbox.enrolledBy(fence, user)
    return true
  }

  private async pushOnce(run: Run, fence: number): Promise<Again> {
    const { outbox, cache, user, credentials, env } = this.o
    for (let tries = 0; tries < 3; tries++) {
      if ((await outbox.waitingCount()) === 0) return pollEvery // a look that costs nothing: the nudge may have died with a tab
      if (!(await this.enrolled(fence, run))) return this.signedOut()
      const started = this.env.clock.now()
      const end = await push(
        {
          env,
          outbox,
          cache,
          fence,
          user,
          userToken: () => credentials.userToken(),
          deviceToken: () => credentials.deviceToken(),
          signal: run.signal,
          progress: () => {
            run.progress()
            this.contact()
            this.refresh()
          },
          answered: (news) => this.learn(news),
          note: (what, detail) => this.note(what, detail),
        },
        this.pushTuning,
      )
      this.note('push', { end, ms: this.env.clock.now() - started })
      if (end === 'signed-out') return this.signedOut()
      if (end === 'retry') throw new Later('retry')
      if (end === 'start-again') {
        // The pull learns the new epoch; then everything kept is offered again.
        this.askPull()
        if (this.startsAgain++ > 3) throw new Later('start-again')
        return 500
      }
      if (end === 'done') {
        // Our own effects, as the server sees them. Where a poke tells of them, it has them with it as a rule; one that had not has asked for a pull already.
        const asked = this.lanes.pull.nextAt <= this.env.clock.now() + behindPush
        this.lanes.pull.nudge(false, this.socket?.connected && !asked && typeof this.news === 'object' ? pokeComes : 0)
        return pollEvery
      }
      await outbox.forgotten(fence)
    }
    throw new Later('not-enrolled')
  }

  private async pullOnce(run: Run, fence: number): Promise<Again> {
    const { outbox, cache, user, credentials, env } = this.o
    const { news } = this
    this.news = undefined
    const untilPoll = this.pulledAt + pollEvery - this.env.clock.now()
    if (typeof news === 'object' && untilPoll > 0 && shows(await cache.state(), news)) return untilPoll
    if (!(await this.enrolled(fence, run))) return this.signedOut()
    const started = this.env.clock.now()
    const options = {
      env,
      cache,
      outbox,
      fence,
      user,
      warehouses: this.o.warehouses ?? (() => []),
      token: () => credentials.userToken(),
      signal: run.signal,
      progress: () => {
        run.progress()
        this.admitted()
        this.refresh()
      },
      note: (what: string, detail?: Record<string, unknown>) => this.note(what, detail),
    }
    try {
      const end = await pull(options, this.pullTuning)
      this.note('pull', { end, ms: this.env.clock.now() - started })
      if (end === 'signed-out') return this.signedOut()
      this.update = end === 'update'
      if (end === 'update') return 600_000
    } catch (err) {
      if (err instanceof CallError && err.code === 'not-enrolled') await outbox.forgotten(fence)
      if (err instanceof CallError && err.code === 'device-revoked') this.lanes.status.nudge(true) // which says what is to become of us
      throw err
    }
    this.admitted()
    this.upToDateAt = this.pulledAt = this.env.clock.now()
    this.noRoom = this.behind = false
    // Offered again under a new epoch, or held back until we knew it.
    if ((await outbox.waitingCount()) > 0) this.lanes.push.nudge(false)
    const { checkedAt } = await cache.state()
    if (checkedAt === 0) this.lanes.check.nudge(true, 5_000)
    return pollEvery
  }

  private async checkOnce(fence: number): Promise<Again> {
    const { env, cache, outbox, user } = this.o
    // More guesses than unsent work: the cache may have missed an outcome, as when a tab died between the two.
    if (this.behindOutbox || (await cache.db._overlay.count()) > (await outbox.waitingCount())) {
      await reconcile(cache, outbox, user)
      this.behindOutbox = false
    }
    if (this.lanes.pull.busy) return 5_000
    const found = await compare({ env, cache, fence, note: (what, detail) => this.note(what, detail) })
    if (found) this.holds = found.holds
    if (found?.diverged) this.lanes.status.nudge(false)
    if (found?.startsAgain) this.askPull()
    return pollEvery
  }

  private async heartbeat(fence: number): Promise<Again> {
    const queue = await this.o.outbox.queue()
    const token = await this.anyToken()
    if (!queue.enrolled || token === null) return pollEvery
    const { holds, upToDateAt } = this
    const [{ report }, orders] = await Promise.all([import('./heartbeat'), this.heedOrders()]) // not before the first screen
    const did = orders.did()
    const answer = await report(this.o, queue, token, { holds, did, upToDateAt })
    if (this.holds === holds) this.holds = undefined
    this.contact()
    const soon = await orders.take(answer, did, queue.device, token, fence)
    this.refresh()
    return soon ? 3_000 : pollEvery
  }

  private async heedOrders(): Promise<Orders> {
    const { o } = this
    const { Orders } = await import('./orders')
    this.orders ??= new Orders({
      env: o.env,
      outbox: o.outbox,
      cache: o.cache,
      send: () => {
        for (const l of [this.lanes.push, this.lanes.files]) l.nudge(true)
      },
      pull: () => this.askPull(),
      log: async () => (await o.journal?.read()) ?? this.notes.list,
      note: (what, detail) => this.note(what, detail),
      clear: o.clear,
    })
    return this.orders
  }

  /** One after the other: each begins where the one before has ended. Of a device that is slower than they come, a pull is less work than many of them. */
  private async poked(poke: Poke): Promise<void> {
    if (this.taking > 2 && !poke.ask) return this.nudge('poke', poke)
    this.taking++
    this.pokes = this.pokes.then(() => this.heed(poke))
    await this.pokes
    this.taking--
  }

  /** A change that came with the poke is taken exactly as a pulled page would be, if it starts where we stand. */
  private async heed(poke: Poke): Promise<void> {
    const fence = this.fence
    if (fence === undefined) return
    const { cache, outbox, user } = this.o
    try {
      if (poke.ask) this.lanes.status.nudge(true)
      const state = await cache.state()
      if (shows(state, poke)) return
      const fits =
        poke.from === state.cursor && poke.epoch === state.epoch && !this.lanes.pull.busy && (await cache.db._staged.count()) === 0
      if (fits && poke.page) {
        // What it says of our own work, the answer to the push that is under way says too.
        const marks = !this.lanes.push.busy
        await take({ cache, outbox, fence, user, marks, note: (what, detail) => this.note(what, detail) }, poke.page, state.cursor)
        this.admitted()
        this.upToDateAt = this.env.clock.now()
        this.refresh()
        return
      }
    } catch (err) {
      if (err instanceof Fenced) return this.leader.resign()
    }
    this.nudge('poke', poke)
  }

  // ---- status ----

  status = (): Status => this.board.status()

  subscribe = (listener: () => void): (() => void) => this.board.subscribe(listener)

  private refresh(): void {
    this.board.refresh()
  }

  /** What this tab knows of the server. */
  private stands(): Standing {
    return {
      // Who must sign in is told so even where the network is away: nothing that comes by itself would say it later.
      state: this.out ? 'signed-out' : this.offline ? 'offline' : this.socket?.connected ? 'live' : 'polling',
      lastContact: this.lastContact,
      behind: this.behind,
      update: this.update || this.o.cache.stale,
      clearing: (this.orders?.clearingSince ?? 0) > 0,
    }
  }
}
