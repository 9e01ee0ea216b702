// PouchDB in the browser (idb adapter) against express-pouchdb.
import PouchDB from 'pouchdb-browser'
import find from 'pouchdb-find'
import { chunks, wall } from './util.js'

PouchDB.plugin(find)
export const pouch = {
  async open() {
    this.db = new PouchDB(`p${Math.random().toString(36).slice(2)}`, { auto_compaction: false })
    await this.db.info()
  },
  async destroy() {
    this.h?.cancel()
    await this.db.destroy()
  },
  url: () => `${location.origin}/shipments`,
  async bootstrap({ batch = 100 } = {}) {
    const t = performance.now()
    await new Promise((ok, no) =>
      PouchDB.replicate(this.url(), this.db, { batch_size: batch, batches_limit: 10 }).on('complete', ok).on('error', no),
    )
    const ms = performance.now() - t
    return { ms, n: (await this.db.info()).doc_count }
  },
  async offline() {},
  async local(ids) {
    const t = performance.now()
    for (const id of ids) {
      const d = await this.db.get(id)
      d.status = 'D'
      d.updatedAt = Date.now()
      d.notes = `delivered, signed ${id}`
      await this.db.put(d)
    }
    return performance.now() - t
  },
  async push({ batch = 100 } = {}) {
    const t = performance.now()
    await new Promise((ok, no) =>
      PouchDB.replicate(this.db, this.url(), { batch_size: batch, batches_limit: 10 }).on('complete', ok).on('error', no),
    )
    return { ms: performance.now() - t }
  },
  async live(onDoc) {
    this.db.changes({ live: true, since: 'now', include_docs: true }).on('change', (c) => onDoc(c.doc, wall()))
    await new Promise((ok) => {
      this.h = PouchDB.replicate(this.url(), this.db, { live: true, retry: true })
      this.h.on('paused', ok)
    })
  },
  async bulk(docs, chunk) {
    const t = performance.now()
    for (const c of chunks(docs, chunk)) await this.db.bulkDocs(c.map((d) => ({ ...d, _id: d.id })))
    return performance.now() - t
  },
  async queryReady() {
    const t = performance.now()
    await this.db.createIndex({ index: { fields: ['status', 'warehouse', 'shipDate'] } })
    await this.query('N', 'W01') // the first query builds the index
    return performance.now() - t
  },
  async query(T, W) {
    return (
      await this.db.find({
        selector: { status: T, warehouse: W, shipDate: { $gt: null } },
        sort: ['status', 'warehouse', 'shipDate'],
        limit: 15,
      })
    ).docs
  },
}
