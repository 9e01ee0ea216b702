import { type Rows, tables } from '@sync/gen/tables'
import Dexie, { type Table } from 'dexie'
import { Device } from './device'

const loadKey = (i: number) => `01${String((i * 7919) % 1000003).padStart(12, '0')}${String(i).padStart(12, '0')}`
const quantile = (ms: number[], q: number) => ms.toSorted((a, b) => a - b)[Math.min(ms.length - 1, Math.floor(q * ms.length))] ?? Number.NaN

let device: Device

/** Tables like ours in a bare Dexie of their own. */
async function bare(durability: 'strict' | 'relaxed'): Promise<Dexie> {
  const db = new Dexie('bare', { chromeTransactionDurability: durability })
  db.version(1).stores({ ...tables, notes: '++n' })
  await db.open()
  return db
}

const figures = {
  async open(userName: string) {
    device = await Device.open(userName)
  },
  close: () => device.destroy(),
  bootstrap: () => device.bootstrap(),
  count: async () => device.work.cache.db.shipment.count(),

  /** The rows that the device has just pulled, put into a bare database of the same tables in one call for each. */
  async bulkPut(): Promise<{ ms: number; rows: number; bytes: number }> {
    const { cache } = device.work
    const all = new Map<string, unknown[]>()
    for (const entity of cache.entities) {
      const rows = await cache.table(entity).toArray()
      if (rows.length > 0) all.set(entity, structuredClone(rows))
    }
    const shipments = all.get('shipment') ?? []
    const db = await bare('relaxed')
    const began = performance.now()
    for (const [entity, rows] of all) await db.table(entity).bulkPut(rows)
    const ms = performance.now() - began
    await db.delete()
    return { ms, rows: shipments.length, bytes: JSON.stringify(shipments).length / Math.max(1, shipments.length) }
  },

  /** Actions without a network, then the time to the server's answer for the last of them. */
  async drain(n: number): Promise<{ record: number; ms: number; shown: number }> {
    device.shut()
    const began = performance.now()
    for (let i = 0; i < n; i++) await device.start(loadKey(i), `${i % 40}`)
    const record = performance.now() - began
    return { record, ...(await device.push()) }
  },

  /** Enough shipments for a large organisation, straight into the local store. */
  async grow(n: number): Promise<void> {
    device.work.engine.stop() // it would find that the server knows nothing of these rows
    const { db } = device.work.cache
    const sample = await db.shipment.limit(500).toArray()
    const have = await db.shipment.count()
    const rows: Rows['shipment'][] = []
    for (let i = have; i < n; i++) {
      const like = sample[i % sample.length] as Rows['shipment'] // the page has pulled some before
      rows.push({
        ...like,
        id: `04${String(i).padStart(24, '0')}`,
        number: `G${i}`,
        shipOn: `2026-11-${String(1 + (i % 28)).padStart(2, '0')}`,
      })
    }
    await (db.shipment as Table<Rows['shipment'], string>).bulkPut(rows)
  },

  /** One page of a bucket, and the whole of it as the screen reads it today: each status and warehouse once, so that nothing is answered twice. */
  async query(): Promise<{ page: number; pageP95: number; bucket: number; rows: number }> {
    const { db } = device.work.cache
    const page: number[] = []
    const bucket: number[] = []
    let rows = 0
    for (const status of ['O', 'S', 'Q', 'H', 'T', 'M', 'A', 'D']) {
      const all = () => db.shipment.where('[status+shipOn]').between([status, Dexie.minKey], [status, Dexie.maxKey])
      for (let at = 0; at < 5; at++) {
        const began = performance.now()
        await all()
          .offset(at * 50)
          .limit(50)
          .toArray()
        page.push(performance.now() - began)
      }
      const began = performance.now()
      rows = Math.max(rows, (await all().toArray()).length)
      bucket.push(performance.now() - began)
    }
    return { page: quantile(page, 0.5), pageP95: quantile(page, 0.95), bucket: quantile(bucket, 0.5), rows }
  },

  /** A person's actions one after the other, in turn with a bare strict write of one row of the same size. */
  async enqueue(n: number): Promise<{ recorded: number; shown: number; plain: number }> {
    device.shut()
    const db = await bare('strict')
    const { outbox } = device.work
    const recorded: number[] = []
    const shown: number[] = []
    const plain: number[] = []
    const append = outbox.append.bind(outbox)
    outbox.append = async (draft) => {
      const began = performance.now()
      const m = await append(draft)
      recorded.push(performance.now() - began)
      return m
    }
    for (let i = -10; i < n; i++) {
      const began = performance.now()
      const m = await device.start(loadKey(i + 10), `${i}`)
      shown.push(performance.now() - began)
      const { n: _n, ...row } = m
      const bareBegan = performance.now()
      await db.table('notes').add(row)
      plain.push(performance.now() - bareBegan)
      // A person's hand is slower than this; without a pause the first effect's rest would fall into the second's time.
      await new Promise((r) => setTimeout(r, 20))
    }
    outbox.append = append
    await db.delete()
    const p95 = (ms: number[]) => quantile(ms.slice(10), 0.95)
    return { recorded: p95(recorded), shown: p95(shown), plain: p95(plain) }
  },
}

export type Figures = typeof figures

declare global {
  interface Window {
    figures: Figures
  }
}

window.figures = figures
