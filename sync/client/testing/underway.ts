/**
 * Real work of which invented time knows nothing: a signature is made in another thread, a server answers in another process. Whoever lets
 * such time pass waits for it first, or a busy machine makes minutes go by between a question and its answer.
 */
export class Underway {
  private readonly all = new Set<{ what: string }>()
  private waiting: (() => void)[] = []

  get idle(): boolean {
    return this.all.size === 0
  }

  /** What it is that time waits for, for whoever wonders why none passes. */
  names(): string[] {
    return [...this.all].map((w) => w.what)
  }

  async during<T>(work: Promise<T>, what = 'something real'): Promise<T> {
    const one = { what }
    this.all.add(one)
    try {
      return await work
    } finally {
      this.all.delete(one)
      for (const wake of this.waiting.splice(0)) wake()
    }
  }

  /** Resolves when something of it has ended. */
  async someEnd(): Promise<void> {
    if (!this.idle) await new Promise<void>((r) => this.waiting.push(r))
  }

  /** The same operations, each of them counted. */
  crypto(subtle: SubtleCrypto): SubtleCrypto {
    return new Proxy(subtle, {
      get: (target, name) => {
        const value = Reflect.get(target, name) as unknown
        if (typeof value !== 'function') return value
        return (...args: unknown[]) => this.during(value.apply(target, args) as Promise<unknown>, String(name)) // all of them answer with a promise
      },
    })
  }
}
