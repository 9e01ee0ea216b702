import type { Cache } from './cache'
import type { Env } from './env'
import type { DeviceOrder, DeviceStatusReq, DeviceStatusResp } from './gen/api'
import type { Note } from './journal'
import type { Outbox } from './outbox'
import { exchange } from './wire'

/** What was settled, and is on the server's disk, is waited for this long to be on the replica as well before it is deleted here. */
const patience = 60_000

export interface OrdersOptions {
  env: Env
  outbox: Outbox
  cache: Cache
  /** Sends what waits, now. */
  send: () => void
  /** Fetches everything anew. */
  pull: () => void
  log: () => Promise<readonly Note[]>
  note: (what: string, detail?: Record<string, unknown>) => void
  /** Deletes everything here and signs out. `told` tells the server of it, when the data is gone and before the key is. */
  clear: ((told: (token: string | null) => Promise<void>) => Promise<void>) | undefined
}

/**
 * What an administrator asks of this device. It hears of it in the answer to its report, carries it out and says so in the next; asked again because the
 * saying was lost, it does it again, which does no harm.
 */
export class Orders {
  /** Carried out, and the server has not heard of it. */
  private done: string[] = []
  /** Since when everything here is to be deleted; 0 where it is not. */
  clearingSince = 0

  constructor(private readonly o: OrdersOptions) {}

  /** What to say in the next report. */
  did(): string[] {
    return [...this.done]
  }

  /** Takes the answer to a report that said `said`. Says whether the next one should come soon. */
  async take(
    answer: Partial<DeviceStatusResp> | undefined,
    said: readonly string[],
    device: string,
    token: string,
    fence: number,
  ): Promise<boolean> {
    this.done = this.done.filter((id) => !said.includes(id))
    const open = (answer?.orders ?? []).filter((order) => !this.done.includes(order.id))
    const wipe = open.find((order) => order.kind === 'wipe')
    if (!wipe) this.clearingSince = 0
    for (const order of open) if (order !== wipe) await this.carryOut(order, device, token, fence)
    if (wipe) await this.clear(wipe, device)
    return this.done.length > 0 || this.clearingSince > 0
  }

  private async carryOut(order: DeviceOrder, device: string, token: string, fence: number): Promise<void> {
    const { env, cache, log, note, pull } = this.o
    note('asked', { kind: order.kind })
    if (order.kind === 'log') {
      const entries = (await log()).slice(-500)
      await exchange(env, '/api/sync/log', { token, body: JSON.stringify({ device, order: order.id, entries }) })
    } else {
      await cache.startAgain(fence)
      this.done.push(order.id)
      pull()
    }
  }

  /** Nothing is deleted that the server does not have. What cannot be sent keeps the rest here, and the administrator sees how much that is. */
  private async clear(order: DeviceOrder, device: string): Promise<void> {
    const { env, outbox, send, note, clear } = this.o
    const now = env.clock.now()
    if (this.clearingSince === 0) {
      this.clearingSince = now
      note('asked', { kind: order.kind })
    }
    const waiting = await outbox.waitingCount()
    const files = await outbox.db.blobs.where('state').equals('waiting').count()
    if (waiting > 0 || files > 0) return send()
    if ((await outbox.db.mutations.count()) > 0 && now - this.clearingSince < patience) return
    const lostFiles = await outbox.db.blobs.where('state').equals('broken').count()
    await clear?.(async (token) => {
      const report: DeviceStatusReq = { device, outbox: 0, did: [order.id], lostFiles }
      await exchange(env, '/api/sync/status', { token, body: JSON.stringify(report) })
    })
  }
}
