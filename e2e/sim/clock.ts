import type { Clock } from '@sync/env'
import { Underway } from '@sync/testing/underway'

interface Timer {
  at: number
  fn: () => void
}

// The stores of the devices do their work in immediates; counting them tells when a device has nothing left to do but wait.
let pending = 0
const immediate = globalThis.setImmediate
globalThis.setImmediate = Object.assign(
  ((fn: (...args: unknown[]) => void, ...args: unknown[]) => {
    pending++
    return immediate(() => {
      pending--
      fn(...args)
    })
  }) as typeof setImmediate,
  { __promisify__: immediate.__promisify__ },
)

/** Time that passes only while nothing is under way: no request, no write, no signature. So minutes of waiting take no time. */
export class SimClock implements Clock {
  private at: number
  private readonly timers = new Map<number, Timer>()
  private next = 1
  /** Something real that time must wait for. */
  readonly underway = new Underway()

  constructor(start = Date.now()) {
    this.at = start
  }

  /** By how much the clock was set. */
  private set = 0

  now(): number {
    return this.at
  }

  elapsed(): number {
    return this.at - this.set
  }

  setTimeout(fn: () => void, ms: number): unknown {
    this.timers.set(this.next, { at: this.at + Math.max(0, Math.ceil(ms)), fn })
    return this.next++
  }

  clearTimeout(handle: unknown): void {
    this.timers.delete(handle as number) // it is what setTimeout gave
  }

  /** The clock is set; timers measure a span and do not care. */
  jump(ms: number): void {
    this.at += ms
    this.set += ms
    for (const timer of this.timers.values()) timer.at += ms
  }

  private async still(): Promise<void> {
    for (let calm = 0; calm < 3; ) {
      await new Promise((r) => immediate(r))
      if (pending > 0) calm = 0
      else if (!this.underway.idle) {
        calm = 0
        await this.underway.someEnd()
      } else calm++
    }
  }

  /** Lets time pass, from one timer to the next. */
  async pass(ms: number): Promise<void> {
    const end = this.at + ms
    await this.still()
    for (;;) {
      let first: [number, Timer] | undefined
      for (const entry of this.timers) if (entry[1].at <= end && (!first || entry[1].at < first[1].at)) first = entry
      if (!first) break
      this.timers.delete(first[0])
      this.at = Math.max(this.at, first[1].at)
      first[1].fn()
      await this.still()
    }
    this.at = Math.max(this.at, end)
  }
}
