import { backoff, type Env } from './env'

/** One run of a lane. What it writes after `abort` has no effect: the fencing token is raised before the next run. */
export interface Run {
  signal: AbortSignal
  progress(): void
}

/** When to come back: ms from now, `never` until a nudge. A throw means back-off. */
export type Again = number | 'never'

/**
 * One kind of work as a state with a deadline. Timers, `online`, a poke and the plain tick all only call attempt(): it runs if it is due and not running.
 * No event is needed for a retry, so none can be lost.
 */
export class Lane {
  dueAt = 0
  failures = 0
  /** The server asked us to stay away until then; no nudge overrides it. */
  heldUntil = 0
  private running: { abort: AbortController; movedAt: number } | undefined
  /** A nudge came during a run: when the next one is wanted. */
  private wanted: number | undefined

  constructor(
    readonly name: string,
    private readonly env: Env,
    private readonly work: (run: Run) => Promise<Again>,
    private readonly settled: (lane: Lane, error?: unknown) => void,
  ) {}

  get busy(): boolean {
    return this.running !== undefined
  }

  /** Wants a run at once, or soon. A back-off is cut short only where something has changed (`fresh`): the network, the session, a poke. */
  nudge(fresh: boolean, delay = 0): void {
    const at = this.env.clock.now() + delay
    if (this.running) this.wanted = Math.min(this.wanted ?? at, at)
    if (fresh) this.failures = 0
    if (fresh || this.failures === 0) this.dueAt = Math.min(this.dueAt, at)
  }

  get nextAt(): number {
    return Math.max(this.dueAt, this.heldUntil)
  }

  attempt(): void {
    const now = this.env.clock.now()
    if (this.running || now < this.nextAt) return
    const run = { abort: new AbortController(), movedAt: now }
    const progress = () => {
      run.movedAt = this.env.clock.now()
    }
    this.running = run
    this.wanted = undefined
    this.work({ signal: run.abort.signal, progress }).then(
      (again) => {
        if (this.running !== run) return
        this.running = undefined
        this.failures = 0
        const at = this.env.clock.now()
        this.dueAt = this.wanted !== undefined ? Math.max(at, this.wanted) : again === 'never' ? Number.POSITIVE_INFINITY : at + again
        this.settled(this)
      },
      (error) => {
        if (this.running !== run) return
        this.running = undefined
        this.fail((error as { retryAfter?: number }).retryAfter ?? 0)
        this.settled(this, error)
      },
    )
  }

  private fail(retryAfter: number): void {
    const now = this.env.clock.now()
    if (retryAfter > 0) {
      // Everybody was told the same second; a little jitter keeps us from coming back together.
      this.heldUntil = now + retryAfter * (1 + this.env.random() * 0.1)
      this.dueAt = this.heldUntil
    } else this.dueAt = now + backoff(this.env.random, this.failures)
    this.failures++
  }

  /** Whether a run has stood still for so long that waiting any more makes no sense. */
  stands(limit: number): boolean {
    return this.running !== undefined && this.env.clock.now() - this.running.movedAt > limit
  }

  /** The clock was set by ms: deadlines move with it. */
  shift(ms: number): void {
    this.dueAt += ms
    this.heldUntil += ms
    if (this.wanted !== undefined) this.wanted += ms
    if (this.running) this.running.movedAt += ms
  }

  reset(): void {
    this.running?.abort.abort()
    this.running = undefined
    this.dueAt = 0
    this.failures = 0
  }
}
