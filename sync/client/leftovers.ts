import { drainOutbox, type Left, leftIn } from './drain'
import type { Env } from './env'
import { outboxNames } from './outboxNames'
import type { Session } from './session'

export interface LeftoversOptions {
  env: Env
  session: Session
  /** A name before those of the databases; see ClientOptions. */
  prefix?: string
  changed: (left: Left) => void
}

const tryEvery = 15_000

/** Sends what people left on this device who have signed out, while nobody is signed in: no engine runs then that would. */
export class Leftovers {
  private on = false
  private running = false
  private again = false
  private timer: unknown

  constructor(private readonly o: LeftoversOptions) {}

  start(): void {
    if (this.on) return
    this.on = true
    this.nudge()
  }

  stop(): void {
    this.on = false
    this.o.env.clock.clearTimeout(this.timer)
  }

  /** Tries now: there may be a connection again. */
  nudge(): void {
    if (!this.on) return
    if (this.running) this.again = true
    else void this.run()
  }

  private async run(): Promise<void> {
    const { env } = this.o
    env.clock.clearTimeout(this.timer)
    this.running = true
    const left = await this.attempt().catch(() => undefined) // a store that cannot be opened says nothing of what it holds
    this.running = false
    if (!this.on) return
    if (this.again) {
      this.again = false
      void this.run()
    } else if (!left || left > 0) this.timer = env.clock.setTimeout(() => this.nudge(), tryEvery * (1 + env.random() * 0.2))
  }

  private async attempt(): Promise<number> {
    const { env, session, prefix = '' } = this.o
    const names = (await outboxNames(env)).filter((name) => name.startsWith(`${prefix}lading-outbox-`))
    const before = await this.count(names)
    if (before === 0) return 0
    for (const name of names) {
      if (!this.on) return before
      await drainOutbox(env, session, name).catch(() => {}) // no connection: the count says so
    }
    return this.count(names)
  }

  private async count(names: string[]): Promise<number> {
    const sum: Left = { waiting: 0, files: 0 }
    for (const name of names) {
      const { waiting, files } = await leftIn(this.o.env, name)
      sum.waiting += waiting
      sum.files += files
    }
    if (this.on) this.o.changed(sum)
    return sum.waiting + sum.files
  }
}
