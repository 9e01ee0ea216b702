import { Contact } from './contact'
import type { Channel, Env } from './env'
import { Fenced, isQuota } from './idb'
import type { Journal, Note } from './journal'
import type { Lane } from './lane'
import { Leader } from './leader'
import type { Poke } from './live'
import type { Mutation } from './mutation'
import { Notes } from './notes'
import { part } from './part'
import { type Standing, type Status, StatusBoard } from './status'
import { CallError, NoContact } from './wire'
import { Work, type WorkOptions } from './work'

const theReconcile = part(() => import('./reconcile'))

/** What the engine needs of the socket. */
export interface Socket {
  readonly connected: boolean
  start(): void
  stop(): void
  restart(): void
}

export interface EngineOptions extends WorkOptions {
  socket?: (hooks: { onPoke: (poke: Poke) => void; onChange: (connected: boolean) => void }) => Socket
  /** This tab's name in the heartbeat record. */
  tab?: string
  /** Keeps the notes over a reload. */
  journal?: Journal
}

export type Reason = 'send' | 'online' | 'visible' | 'session' | 'file' | 'manual' | 'unshown'

const tickEvery = 15_000
const standsAfter = 120_000

/**
 * Keeps outbox, cache and server in step, in the tab that leads. Every kind of work is a lane with a deadline; all events, and a plain tick of
 * fifteen seconds, only say "attempt if due". start() and stop() may be called any number of times.
 */
export class Engine {
  private readonly env: Env
  private readonly leader: Leader
  private readonly notes: Notes
  private readonly contact: Contact
  private readonly work: Work
  private readonly board: StatusBoard
  private socket: Socket | undefined
  private channel: Channel | undefined
  private running = false
  private fence: number | undefined
  private timer: unknown
  private lastSeen = 0
  /** The push's retry as the outbox has it. */
  private planned = { at: 0, failures: 0 }
  /** Shown, and not yet looked at again. */
  private readonly fresh: Mutation[] = []

  constructor(private readonly o: EngineOptions) {
    this.env = o.env
    this.notes = new Notes(o.env.clock, o.journal)
    this.contact = new Contact(o.env.clock, o.cache)
    this.board = new StatusBoard(
      { clock: o.env.clock, outbox: o.outbox, cache: o.cache, user: o.user },
      () => ({
        running: this.running,
        leads: this.leads,
        mine: this.contact.standing(this.socket?.connected, this.work.clearing),
        noRoom: this.contact.noRoom,
      }),
      (status) => this.channel?.postMessage({ kind: 'status', status }),
    )
    this.work = new Work(o, this.contact, {
      fence: () => this.fence,
      connected: () => this.socket?.connected,
      note: (what, detail) => this.note(what, detail),
      log: async () => (await o.journal?.read()) ?? this.notes.list,
      refresh: () => this.refresh(),
      attempt: () => this.attempt(),
      resign: () => this.leader.resign(),
      settled: (lane, err) => this.settled(lane, err),
    })
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
      const shown = this.fresh.splice(0)
      if (!this.running) return
      theReconcile()
        .then(({ confirmShown }) => confirmShown(cache, outbox, shown))
        .catch(() => {})
    }, 1_000)
  }

  /** An action is in the outbox, but its effect could not be shown. It is shown again in a moment, with or without a network. */
  unshown(error: unknown): void {
    this.note('unshown', { error: String(error) })
    if (isQuota(error)) this.contact.noRoom = true
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
  nudge(reason: Reason): void {
    if (!this.running) return
    if (this.fence === undefined) {
      this.channel?.postMessage({ kind: 'nudge', reason })
      this.refresh()
      return
    }
    const { push, files } = this.work.lanes
    if (reason === 'send') push.nudge(false)
    else if (reason === 'file') files.nudge(false)
    else if (reason === 'unshown') this.work.unshown()
    else {
      this.work.askAll()
      if (reason !== 'visible') this.socket?.restart()
    }
    this.attempt()
    this.refresh()
  }

  /** The hub says that the server has something new, or asks something. */
  poked(poke: Poke): Promise<void> {
    return this.work.poked(poke)
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
      // What is in the outbox goes out even where it cannot be shown; that is tried again with the next check.
      const showing = theReconcile().then(({ reconcile }) => reconcile(cache, outbox, user))
      const shown = await showing.catch((err: unknown) => {
        if (err instanceof Fenced) throw err
        this.note('unshown', { error: String(err) })
        return false
      })
      const { nextAttemptAt, failures } = await outbox.queue()
      if (this.fence !== fence) return
      const now = this.env.clock.now()
      const { push, status, check } = this.work.lanes
      this.planned = { at: nextAttemptAt, failures }
      this.work.reset()
      // A stored wait is kept, but never one that a clock set back has made endless.
      push.dueAt = nextAttemptAt - now > 600_000 ? now : nextAttemptAt
      push.failures = failures
      status.dueAt = now + 5_000
      check.dueAt = now + 30_000
      if (shown === false) this.work.unshown()
    } catch (err) {
      this.note('lead-failed', { error: String(err) })
      if (this.fence === fence) this.leader.resign(1_000) // the store does not answer: to stand at once would be to stand for ever
      return
    }
    this.socket = this.o.socket?.({
      onPoke: (poke) => void this.poked(poke),
      onChange: (connected) => {
        this.note(connected ? 'socket-open' : 'socket-closed')
        // What happened while nobody could poke us; or whether the server is still there, which the person should know within seconds.
        if (connected) this.work.heard(0)
        else this.work.askPull(false, 1_000 + this.env.random() * 4_000)
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
    this.work.reset()
    this.socket?.stop()
    this.socket = undefined
    this.refresh()
  }

  /** The clock was set back: deadlines of the future it came from must not hold us. Looked at whenever one is made, not by the tick alone: a clock may go out and back between two. */
  private heedClock(): void {
    const now = this.env.clock.now()
    if (now < this.lastSeen - 1_000) for (const lane of this.work.all) lane.shift(now - this.lastSeen)
    this.lastSeen = now
  }

  private attempt(): void {
    if (!this.running || this.fence === undefined) return
    this.heedClock()
    for (const lane of this.work.all) lane.attempt()
    this.plan()
  }

  private plan(): void {
    this.env.clock.clearTimeout(this.timer)
    if (!this.running) return
    const now = this.env.clock.now()
    let next = now + tickEvery
    if (this.fence !== undefined) for (const lane of this.work.all) if (!lane.busy) next = Math.min(next, Math.max(lane.nextAt, now + 5))
    this.timer = this.env.clock.setTimeout(() => this.tick(), next - now)
  }

  private tick(): void {
    this.heedClock()
    if (this.fence !== undefined) {
      const stuck = this.work.all.filter((lane) => lane.stands(standsAfter))
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
    if (error !== undefined) {
      const failed =
        error instanceof NoContact ? error.reason : error instanceof CallError ? `${error.status} ${error.code}` : String(error)
      this.note(lane.name, { failed, failures: lane.failures })
      this.contact.failed(lane, error)
    }
    const fence = this.fence
    if (lane === this.work.lanes.push && fence !== undefined) {
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

  // ---- status ----

  status = (): Status => this.board.status()

  subscribe = (listener: () => void): (() => void) => this.board.subscribe(listener)

  private refresh(): void {
    this.board.refresh()
  }
}
