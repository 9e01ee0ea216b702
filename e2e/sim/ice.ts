import type { Channel, Env, Locks } from '@sync/env'

/**
 * Freezes a tab as a browser does with one that nobody looks at: no timer, no answer, no message and no lock reaches it, it cannot be seen, and it keeps the locks
 * that it has. What came meanwhile comes when it thaws, in its order.
 */
export class Ice {
  private held: (() => void)[] | undefined

  get frozen(): boolean {
    return this.held !== undefined
  }

  freeze(): void {
    this.held ??= []
  }

  thaw(): void {
    const { held } = this
    this.held = undefined
    for (const run of held ?? []) run()
  }

  /** Does something to the tab, now or when it thaws. */
  reach(run: () => void): void {
    if (this.held) this.held.push(run)
    else run()
  }

  private open(): Promise<void> {
    return new Promise((resolve) => this.reach(resolve))
  }

  /** What is asked for outside is asked for by a tab that runs, and heard by one that runs. */
  private async asked<T>(ask: () => Promise<T>): Promise<T> {
    await this.open()
    try {
      return await ask()
    } finally {
      await this.open()
    }
  }

  /** The world as this tab has it. */
  env(env: Env): Env {
    const { clock } = env
    const off = new Set<unknown>()
    return {
      ...env,
      clock: {
        now: () => clock.now(),
        elapsed: () => clock.elapsed(),
        setTimeout: (fn, ms) => {
          const handle: unknown = clock.setTimeout(
            () =>
              this.reach(() => {
                if (!off.delete(handle)) fn()
              }),
            ms,
          )
          return handle
        },
        clearTimeout: (handle) => {
          if (this.held) off.add(handle)
          clock.clearTimeout(handle)
        },
      },
      fetch: (input, init) => this.asked(() => env.fetch(input, init)),
      channel: (name) => this.channel(env.channel(name)),
      locks: {
        request: (name, options, held) => this.asked(() => env.locks.request(name, options, (lock) => this.open().then(() => held(lock)))),
      } satisfies Locks,
      visible: () => !this.frozen && env.visible(),
    }
  }

  private channel(channel: Channel): Channel {
    const heard: Channel = { onmessage: null, postMessage: (m) => channel.postMessage(m), close: () => channel.close() }
    channel.onmessage = (event) => this.reach(() => heard.onmessage?.(event))
    return heard
  }
}
