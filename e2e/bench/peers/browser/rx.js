// RxDB, Dexie storage, replication plugin against the reference server's /rx endpoints (documented HTTP protocol).
import { createRxDatabase } from 'rxdb'
import { replicateRxCollection } from 'rxdb/plugins/replication'
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie'
import { Subject } from 'rxjs'
import { chunks, wall } from './util.js'

const s = (n) => ({ type: 'string', maxLength: n }),
  num = { type: 'number' }
const schema = {
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: {
    id: s(20),
    no: { type: 'string' },
    status: s(2),
    warehouse: s(4),
    shipDate: s(24),
    customer: { type: 'string' },
    carrier: { type: 'string' },
    truck: { type: 'string' },
    dock: { type: 'string' },
    pallets: num,
    weightKg: num,
    priority: num,
    notes: { type: 'string' },
    consignee: { type: 'object' },
    lines: { type: 'array' },
    updatedAt: num,
    ts: num,
  },
  required: ['id', 'status', 'warehouse', 'shipDate'],
  indexes: [['status', 'warehouse', 'shipDate']],
}
export const rx = {
  async open({ multiInstance = true } = {}) {
    this.db = await createRxDatabase({
      name: `rx${Math.random().toString(36).slice(2)}`,
      storage: getRxStorageDexie(),
      multiInstance,
      eventReduce: true,
    })
    this.c = (await this.db.addCollections({ shipments: { schema } })).shipments
  },
  async destroy() {
    try {
      await this.rep?.cancel()
    } catch {}
    await this.db.remove()
  },
  start({ pullBatch = 1000, pushBatch = 100, live = true, push = true } = {}) {
    this.stream$ = new Subject()
    this.rep = replicateRxCollection({
      collection: this.c,
      replicationIdentifier: 'bench',
      live,
      waitForLeadership: false,
      retryTime: 500,
      pull: {
        batchSize: pullBatch,
        stream$: this.stream$.asObservable(),
        handler: async (cp, n) => (await fetch(`/rx/pull?seq=${cp ? cp.seq : 0}&limit=${n}`)).json(),
      },
      push: push && {
        batchSize: pushBatch,
        handler: async (rows) => (await fetch('/rx/push', { method: 'POST', body: JSON.stringify(rows) })).json(),
      },
    })
    this.rep.error$.subscribe((e) =>
      console.error('rx', e?.parameters ? JSON.stringify(e.parameters.errors || e.message).slice(0, 300) : e),
    )
  },
  async bootstrap(o) {
    const t = performance.now()
    this.start(o)
    await this.rep.awaitInitialReplication()
    await this.rep.awaitInSync()
    const ms = performance.now() - t
    return { ms, n: await this.c.count().exec() }
  },
  async offline() {
    await this.rep.pause()
  },
  async local(ids) {
    const t = performance.now()
    for (const id of ids) {
      const d = await this.c.findOne(id).exec()
      await d.incrementalPatch({ status: 'D', updatedAt: Date.now() + Math.random(), notes: `delivered, signed ${id}` })
    }
    return performance.now() - t
  },
  async push() {
    const t = performance.now()
    await this.rep.start()
    await this.rep.awaitInSync()
    return { ms: performance.now() - t }
  },
  async live(onDoc) {
    this.c.$.subscribe((ev) => onDoc(ev.documentData, wall()))
    this.es = new EventSource('/rx/stream')
    await new Promise((ok) => {
      this.es.onopen = ok
    })
    this.es.onmessage = (e) => this.stream$.next(JSON.parse(e.data))
    this.stream$.next('RESYNC')
  },
  async bulk(docs, chunk) {
    const t = performance.now()
    for (const c of chunks(docs, chunk)) {
      const r = await this.c.bulkInsert(c)
      if (r.error.length) throw new Error(`bulk ${r.error.length}`)
    }
    return performance.now() - t
  },
  async queryReady() {
    return 0
  },
  async query(T, W) {
    return this.c
      .find({
        selector: { status: T, warehouse: W },
        sort: [{ status: 'asc' }, { warehouse: 'asc' }, { shipDate: 'asc' }],
        limit: 15,
        index: ['status', 'warehouse', 'shipDate'],
      })
      .exec()
  },
}
