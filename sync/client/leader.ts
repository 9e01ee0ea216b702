import type { Channel, Env } from './env'

export interface Post {
  /** Read and written by the leader alone; a follower looks at it to see whether the leader still lives. */
  beat(): Promise<{ at: number } | undefined>
  setBeat(fence: number): Promise<void>
  /** A new token, higher than any before. */
  fence(): Promise<number>
}

export interface LeaderOptions {
  env: Env
  name: string
  post: Post
  onLead(fence: number): void
  onLose(): void
}

const beatEvery = 2_000
const deadAfter = 6_000
const hiddenFor = 30_000

/**
 * One tab syncs for all. A Web Lock decides; a frozen tab keeps its lock for ever, so a visible follower that misses the heartbeat for six
 * seconds takes it by force, and the fencing token makes the late writes of a thawed one fail.
 */
export class Leader {
  private running = false
  private leading: number | undefined
  private release: (() => void) | undefined
  private waitingAbort: AbortController | undefined
  private timer: unknown
  private channel: Channel | undefined
  private hiddenSince: number | undefined
  private term = 0
  private lastSeen: number | undefined
  /** How long we have watched the leader be silent, in ms. */
  private silent = 0
  private watchedAt = 0

  constructor(private readonly o: LeaderOptions) {}

  get leads(): boolean {
    return this.leading !== undefined
  }

  start(): void {
    if (this.running) return
    this.running = true
    this.channel = this.o.env.channel(`${this.o.name}:lead`)
    this.channel.onmessage = ({ data }) => {
      // A person looks at another tab; ours has been out of sight long enough for the browser to freeze it any time.
      if (data === 'visible' && this.leads && this.hiddenSince !== undefined && this.o.env.clock.elapsed() - this.hiddenSince >= hiddenFor)
        this.resign()
    }
    this.watchedAt = this.o.env.clock.elapsed()
    this.stand(false)
    this.tick()
  }

  stop(): void {
    this.running = false
    this.o.env.clock.clearTimeout(this.timer)
    this.waitingAbort?.abort()
    this.lose()
    this.channel?.close()
  }

  /** Gives the lead to another tab and stands in line again, after a pause in ms: when the browser is about to freeze us, or when nothing moves. */
  resign(pause = 0): void {
    this.lose()
    if (!this.running) return
    if (pause === 0) this.stand(false)
    else this.standIn(pause)
  }

  private standIn(ms: number): void {
    // A new term: one that was still taking its token must not begin to lead with it.
    const again = ++this.term
    this.o.env.clock.setTimeout(() => {
      if (this.running && again === this.term) this.stand(false)
    }, ms)
  }

  private stand(steal: boolean): void {
    this.waitingAbort?.abort()
    const abort = new AbortController()
    this.waitingAbort = abort
    const term = ++this.term
    const held = async () => {
      if (!this.running || term !== this.term) return
      const done = new Promise<void>((resolve) => {
        this.release = resolve
      })
      const fence = await this.o.post.fence()
      await this.o.post.setBeat(fence)
      if (!this.running || term !== this.term) return
      this.leading = fence
      this.o.onLead(fence)
      await done
    }
    // A lock that is taken by force may not carry a signal.
    this.o.env.locks.request(`${this.o.name}:leader`, steal ? { steal: true } : { signal: abort.signal }, held).then(
      () => {},
      () => {
        // Stolen from us, withdrawn, or the store failed. Whoever leads now has a higher token.
        if (!this.running || term !== this.term) return
        this.lose()
        this.standIn(1_000)
      },
    )
  }

  private lose(): void {
    const led = this.leading !== undefined
    this.leading = undefined
    this.release?.()
    this.release = undefined
    if (led) this.o.onLose()
  }

  private tick(): void {
    if (!this.running) return
    this.timer = this.o.env.clock.setTimeout(() => {
      void this.beat().finally(() => this.tick())
    }, beatEvery)
  }

  private async beat(): Promise<void> {
    const { env, post } = this.o
    const now = env.clock.elapsed()
    const watched = now - this.watchedAt
    this.watchedAt = now
    this.hiddenSince = env.visible() ? undefined : (this.hiddenSince ?? now)
    try {
      if (this.leading !== undefined) {
        await post.setBeat(this.leading)
        return
      }
      if (!env.visible()) return
      this.channel?.postMessage('visible')
      const beat = await post.beat()
      // Time that we have watched pass, from when we first saw this beat: the device's clock may have been set, and we may have slept ourselves. A frozen tab
      // may also hold the lock without any beat here: it led for somebody who has gone home, or was given the lock when it was frozen already.
      if (beat?.at !== this.lastSeen) {
        this.lastSeen = beat?.at
        this.silent = 0
        return
      }
      this.silent += Math.min(watched, 2 * beatEvery)
      if (this.silent < deadAfter - beatEvery) return
      this.silent = 0
      this.stand(true)
    } catch {
      // Fenced: another tab leads. Or the store is gone, and then we cannot lead either.
      if (this.leading !== undefined) this.resign()
    }
  }
}
