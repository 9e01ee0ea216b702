import { Client, type Work } from '@sync/client'
import { effects } from '@sync/effect'
import { browserEnv } from '@sync/env'
import { sendFrom } from '@sync/send'
import Dexie, { liveQuery } from 'dexie'
import { dockEffects } from '@/dock/effects'

/** Milliseconds since the epoch, finer than Date.now. */
export const wall = () => performance.timeOrigin + performance.now()

/** The product's own client in a page of the benchmarks, with a gate in front of the network in place of a dead spot in the yard. */
export class Device {
  private constructor(
    readonly client: Client,
    private readonly gate: { open: boolean },
  ) {}

  static async open(userName: string): Promise<Device> {
    const env = browserEnv()
    const gate = { open: true }
    const fetched = env.fetch
    env.fetch = (input, init) =>
      gate.open || input.startsWith('/api/token') ? fetched(input, init) : Promise.reject(new TypeError('the gate is shut'))
    const client = await Client.start({ env, effects: effects(dockEffects), warehouses: () => ['ATL'] })
    gate.open = false
    await client.session.signIn(userName, 'lading-demo')
    await client.follow()
    if (client.failure) throw client.failure
    const device = new Device(client, gate)
    for (let n = 0; !device.work.engine.leads; n++) {
      if (n > 500) throw new Error('the tab does not get to lead')
      await new Promise((r) => setTimeout(r, 10))
    }
    return device
  }

  get work(): Work {
    if (!this.client.work) throw new Error('nobody is signed in')
    return this.client.work
  }

  async destroy(): Promise<void> {
    const { work } = this
    const { cache, outbox } = work
    await this.client.stop()
    await cache.delete()
    await outbox.db.delete()
  }

  shut(): void {
    this.gate.open = false
  }

  /** The network is back. */
  connect(): void {
    this.gate.open = true
    this.work.engine.nudge('online')
  }

  /** Until a first load has been completed; gives the milliseconds from the first request on. */
  async bootstrap(): Promise<number> {
    const began = performance.now()
    const done = until(
      () => this.work.cache.state(),
      (state) => state.complete && state.loading.length === 0,
    )
    this.connect()
    await done
    return performance.now() - began
  }

  /** One action of a person: recorded, signed, durable, shown. */
  start(load: string, door: string) {
    return sendFrom(this.client, 'DockView/StartLoading', { ShipmentId: load, Door: door })
  }

  /** Until the server has answered for all that waits; `shown` is when no guess of ours is left. */
  async push(): Promise<{ ms: number; shown: number }> {
    const { outbox, cache } = this.work
    const began = performance.now()
    const answered = until(
      () => outbox.waitingCount(),
      (n) => n === 0,
    ).then(() => performance.now() - began)
    const shown = until(
      () => cache.db._overlay.count(),
      (n) => n === 0,
    ).then(() => performance.now() - began)
    this.connect()
    return { ms: await answered, shown: await shown }
  }

  /** Tells of each dock row that is written, once its transaction is complete. */
  async watch(seen: (door: string, at: number) => void): Promise<void> {
    const { cache } = this.work
    const mark = `idb://${cache.db.name}/dock_shipment/`
    Dexie.on('storagemutated', (parts) => {
      const range = parts[mark]
      if (!range) return
      const at = wall()
      const keys = begins(range as unknown as Ranges)
      void cache.db.dock_shipment.bulkGet(keys).then((rows) => {
        for (const row of rows) if (row) seen(row.door, at)
      })
    })
    this.connect()
    for (let n = 0; !this.work.live?.connected; n++) {
      if (n > 1000) throw new Error('the socket does not open')
      await new Promise((r) => setTimeout(r, 10))
    }
  }
}

/** Dexie's set of ranges as an event carries it: a plain tree, of which only the class that is left behind can be iterated. */
interface Ranges {
  from: string
  l?: Ranges
  r?: Ranges
}

const begins = ({ from, l, r }: Ranges): string[] => [...(l ? begins(l) : []), from, ...(r ? begins(r) : [])]

/** Waits as a screen would, by a live query. */
export function until<T>(read: () => Promise<T>, enough: (value: T) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const watching = liveQuery(read).subscribe({
      next: (value) => {
        if (!enough(value)) return
        resolve()
        queueMicrotask(() => watching.unsubscribe())
      },
      error: reject,
    })
  })
}
