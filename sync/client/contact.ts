import type { Cache } from './cache'
import type { Clock } from './env'
import { isQuota } from './idb'
import type { Lane } from './lane'
import type { Standing } from './status'
import { CallError, NoContact } from './wire'

/** How this tab stands with the server: when it last answered, and what is between us. */
export class Contact {
  /** A person must sign in. What the device does under its own token, a push or a report, says nothing against it. */
  out = false
  update = false
  behind = false
  /** Another server has taken over from the one that we reach. */
  replaced = false
  /** What came could not be kept on this device. */
  noRoom = false
  /** When we last knew ourselves to be up to date. */
  upToDateAt = 0
  private last = 0
  private offline = false
  /** What answers instead of our server is a network that wants its own sign-in. */
  private portal = false
  /** Nobody's right is at hand under which what waits could be sent. */
  held = false

  constructor(
    private readonly clock: Clock,
    private readonly cache: Cache,
  ) {}

  /** The server answered. */
  heard(): void {
    this.last = this.clock.now()
    this.offline = false
    this.portal = false
  }

  /** The server answered this person. */
  admitted(): void {
    this.heard()
    this.out = false
  }

  /** All that the server has is here. */
  upToDate(): void {
    this.admitted()
    this.upToDateAt = this.clock.now()
  }

  /** A run of this lane failed. */
  failed(lane: Lane, error: unknown): void {
    if (error instanceof NoContact) {
      if (lane.name === 'push' || lane.name === 'pull') {
        this.offline = true
        this.portal = error.reason === 'not-ours'
      }
      return
    }
    if (error instanceof CallError && error.status === 401) this.out = true
    if (error instanceof CallError && error.status === 410 && lane.name === 'pull') this.behind = true
    if (isQuota(error)) {
      // Old answers are the one thing here that nobody works with. The rows stay, and are caught up with when there is room.
      this.noRoom = true
      void this.cache.db._answers.clear().catch(() => {})
    }
  }

  standing(connected: boolean | undefined, clearing: boolean): Standing {
    return {
      // Who must sign in is told so even where the network is away: nothing that comes by itself would say it later.
      state: this.out ? 'signed-out' : this.offline ? 'offline' : connected ? 'live' : 'polling',
      portal: this.offline && this.portal,
      held: this.held,
      lastContact: this.last,
      behind: this.behind,
      replaced: this.replaced,
      update: this.update || this.cache.stale,
      clearing,
    }
  }
}
