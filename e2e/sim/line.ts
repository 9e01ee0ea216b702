import { seeded } from '@sync/testing/world'

/** An answer that came back. */
export interface Answered {
  status: number
  body: unknown
}

/** A request of a stranger, as it goes out. */
export interface Request {
  path: string
  body: string
  head?: Record<string, string>
}

/** A mistake between a stranger and the server: what goes out in place of a request that was sent so often before. */
export type Spoil = (request: Request, before: number) => Request

/**
 * The line of somebody who is no device of ours: a vendor's or a driver's phone, a provider's server. What is sent may be lost on the way there or on the way back,
 * and may come a second time, late.
 */
export class Line {
  healthy = false
  private readonly random: () => number
  private readonly sent = new Map<string, number>()
  private late: Request[] = []

  constructor(
    private readonly url: () => string,
    seed: number,
    private readonly spoil?: Spoil,
  ) {
    this.random = seeded(seed)
  }

  /** One attempt; undefined where nobody was heard to answer. */
  async once(request: Request): Promise<Answered | undefined> {
    const fate = this.healthy ? 1 : this.random()
    const before = this.sent.get(request.body) ?? 0
    this.sent.set(request.body, before + 1)
    const out = this.spoil?.(request, before) ?? request
    if (fate < 0.12) return undefined
    if (fate > 0.3 && fate < 0.42) this.late.push(out)
    const answer = await this.post(out)
    return fate < 0.3 ? undefined : answer
  }

  /** What comes a second time comes now; nobody hears the answer. */
  async again(): Promise<void> {
    const { late } = this
    this.late = []
    await Promise.all(late.map((r) => this.post(r)))
  }

  /** What comes through, once, and is heard to be answered if the server is there. */
  async post({ path, body, head }: Request): Promise<Answered | undefined> {
    try {
      const r = await fetch(`${this.url()}/api/${path}`, { method: 'POST', headers: { 'Content-Type': 'application/json', ...head }, body })
      const text = await r.text()
      return r.status >= 500 || r.status === 429 ? undefined : { status: r.status, body: text ? JSON.parse(text) : undefined }
    } catch {
      return undefined // the server is away
    }
  }
}
