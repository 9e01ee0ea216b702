import type { Cache } from './cache'
import type { Clock } from './env'
import type { Ledger, Outbox } from './outbox'

/** For the sync chip and the Needs attention screen. */
export interface Status {
  waiting: number
  /** When the oldest unsent action was done; 0 where none waits. */
  oldestAt: number
  /** Refused or parked work, and files that cannot be sent. */
  attention: number
  files: number
  /** The last good answer of the server, on this device's clock. */
  lastContact: number
  state: 'live' | 'polling' | 'offline' | 'signed-out'
  /** There is a network, and it wants its own sign-in before it leads to our server. */
  portal: boolean
  /** What waits is not sent before somebody signs in. Where it is false, it goes out under the device's own token though nobody is. */
  held: boolean
  /** Scopes that are not complete yet. */
  loading: string[]
  /** A first load has once been completed. */
  complete: boolean
  /** `failed` where the stores on this device do not answer: nothing that is done now can be kept. */
  storage: 'ok' | 'full' | 'failed'
  /** The app must be reloaded before it can pull; it can still send. */
  update: boolean
  /** The server keeps sending this device back to the beginning: what is shown is as of the last time that it did not. */
  behind: boolean
  /** Another server has taken over from the one that answers: what is shown may be old, and what waits is not taken there. */
  replaced: boolean
  leads: boolean
  /** An administrator has this device deleted what it has; it sends first what it holds. */
  clearing: boolean
  ledger: Ledger
}

/** What the tab that leads knows of the server, and tells the others. */
export type Standing = Pick<Status, 'state' | 'portal' | 'held' | 'lastContact' | 'update' | 'behind' | 'replaced' | 'clearing'>

/** What the engine says when it is asked. */
export interface Told {
  running: boolean
  leads: boolean
  mine: Standing
  /** What came could not be kept on this device. */
  noRoom: boolean
}

/** The status as the stores and the engine give it, for whoever watches it. */
export class StatusBoard {
  /** What the leader told, where we do not lead. */
  theirs: Standing | undefined
  private queued = false
  /** Looks in a row that the stores did not answer: a connection that a browser has killed is open again at the next. */
  private unanswered = 0
  private lookedAt = 0
  private readonly listeners = new Set<() => void>()
  private current: Status = {
    waiting: 0,
    oldestAt: 0,
    attention: 0,
    files: 0,
    lastContact: 0,
    state: 'polling',
    portal: false,
    held: false,
    loading: [],
    complete: false,
    storage: 'ok',
    update: false,
    behind: false,
    replaced: false,
    leads: false,
    clearing: false,
    ledger: { recorded: 0, settled: 0, waiting: 0, tray: 0 },
  }

  constructor(
    private readonly o: { clock: Clock; outbox: Outbox; cache: Cache; user: string },
    private readonly ask: () => Told,
    private readonly tellOthers: (mine: Standing) => void,
  ) {}

  status(): Status {
    return this.current
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  refresh(): void {
    if (this.queued) return
    this.queued = true
    // One look for many events of the same moment, and five in a second at most: each counts all that waits.
    const since = this.o.clock.now() - this.lookedAt
    this.o.clock.setTimeout(
      () => {
        this.queued = false
        this.lookedAt = this.o.clock.now()
        if (this.ask().running)
          void this.look().then(
            () => {
              this.unanswered = 0
            },
            () => this.failed(),
          )
      },
      since >= 0 && since < 170 ? 200 - since : 30,
    )
  }

  private failed(): void {
    if (++this.unanswered < 3) this.refresh()
    else if (this.current.storage !== 'failed') this.tell({ ...this.current, storage: 'failed' })
  }

  private tell(next: Status): void {
    this.current = next
    for (const listener of this.listeners) listener()
  }

  private async look(): Promise<void> {
    const { outbox, cache, user } = this.o
    const [{ ledger, oldest, attention, files, broken }, state] = await Promise.all([
      outbox.counts(user),
      cache.stale ? { loading: this.current.loading, complete: this.current.complete } : cache.state(),
    ])
    const { leads, mine, noRoom } = this.ask()
    const net = leads ? mine : (this.theirs ?? mine)
    const next: Status = {
      waiting: ledger.waiting,
      oldestAt: oldest ? Date.parse(oldest.atRaw) : 0,
      attention: attention + broken,
      files,
      ...net,
      update: net.update || cache.stale,
      loading: state.loading,
      complete: state.complete,
      storage: outbox.full || noRoom ? 'full' : 'ok',
      leads,
      ledger,
    }
    if (leads) this.tellOthers(mine)
    if (JSON.stringify(next) === JSON.stringify(this.current)) return
    this.tell(next)
  }
}
