// Plain Dexie: the physical floor (bulkPut of documents already in memory) and the smallest client of the
// reference server: snapshot stream, outbox of named mutations, changes-since, WebSocket poke.
import Dexie from 'dexie'
import { chunks, ndjson, wall } from './util.js'

function open(name, opt) {
  const db = new Dexie(name, opt)
  db.version(1).stores({ shipments: 'id, [status+warehouse+shipDate]', outbox: '++id', meta: 'k' })
  return db
}
export const floor = {
  async open() {
    this.db = open('floor')
    await this.db.open()
  },
  async destroy() {
    await this.db.delete()
  },
  // S: 10k documents already parsed -> one bulkPut (or in chunks)
  async bulk(docs, chunk) {
    const t = performance.now()
    for (const c of chunks(docs, chunk)) await this.db.shipments.bulkPut(c)
    return performance.now() - t
  },
  async queryReady() {
    return 0
  },
  query(T, W) {
    return this.db.shipments.where('[status+warehouse+shipDate]').between([T, W, Dexie.minKey], [T, W, Dexie.maxKey]).limit(15).toArray()
  },
}

export const refclient = {
  async open({ durability } = {}) {
    this.db = open('ref', durability ? { chromeTransactionDurability: durability } : undefined)
    await this.db.open()
    this.cid = `c${Math.random().toString(36).slice(2)}`
  },
  async destroy() {
    this.ws?.close()
    await this.db.delete()
  },
  async bootstrap({ gz = 0, chunk = 1000 } = {}) {
    const t = performance.now()
    const res = await fetch(`/snapshot?gz=${gz}`)
    let rev = 0,
      n = 0
    for await (let lines of ndjson(res, chunk)) {
      if (rev === 0) {
        rev = lines[0].rev
        lines = lines.slice(1)
      }
      if (lines.length && lines[lines.length - 1].end) lines.pop()
      n += lines.length
      if (lines.length) await this.db.shipments.bulkPut(lines)
    }
    await this.db.meta.put({ k: 'rev', v: rev })
    this.rev = rev
    return { ms: performance.now() - t, n }
  },
  async local(ids) {
    // one transaction per user action: document + outbox entry together
    const t = performance.now()
    const { db } = this
    for (const id of ids) {
      await db.transaction('rw', db.shipments, db.outbox, async () => {
        const d = await db.shipments.get(id)
        const patch = { status: 'D', updatedAt: Date.now(), notes: `delivered, signed ${id}` }
        await db.shipments.put({ ...d, ...patch })
        await db.outbox.add({ name: 'shipment.deliver', args: { id, patch } })
      })
    }
    return performance.now() - t
  },
  async push({ batch = 100, tx = '' } = {}) {
    const t = performance.now()
    let reqs = 0
    for (;;) {
      const ms = await this.db.outbox.orderBy('id').limit(batch).toArray()
      if (!ms.length) break
      const r = await fetch(`/push?tx=${tx}`, { method: 'POST', body: JSON.stringify({ client: this.cid, mutations: ms }) })
      if (!r.ok) throw new Error(await r.text())
      const { lastMutationId } = await r.json()
      reqs++
      await this.db.outbox.where('id').belowOrEqual(lastMutationId).delete()
    }
    const ms = performance.now() - t
    // then pull our own canonical effects, as the protocol does
    const t2 = performance.now()
    await this.pull()
    return { ms, reqs, pullMs: performance.now() - t2 }
  },
  async pull() {
    for (;;) {
      const { docs, deleted, rev, more } = await (await fetch(`/changes?since=${this.rev}&limit=1000`)).json()
      const { db } = this
      if (docs.length || deleted.length)
        await db.transaction('rw', db.shipments, db.meta, async () => {
          if (docs.length) await db.shipments.bulkPut(docs)
          if (deleted.length) await db.shipments.bulkDelete(deleted)
          await db.meta.put({ k: 'rev', v: rev })
        })
      this.rev = rev
      if (docs.length) this.onDocs?.(docs)
      if (!more) return
    }
  },
  live(onDoc, { inline = 0 } = {}) {
    this.onDocs = (docs) => {
      for (const d of docs) onDoc(d, wall())
    }
    let busy = false,
      again = false
    const kick = async () => {
      if (busy) {
        again = true
        return
      }
      busy = true
      do {
        again = false
        await this.pull()
      } while (again)
      busy = false
    }
    return new Promise((ok) => {
      this.ws = new WebSocket(`ws://${location.host}/ws?inline=${inline}`)
      this.ws.onmessage = async (e) => {
        const m = JSON.parse(e.data)
        if (m.hello !== undefined) {
          await this.pull()
          return ok()
        }
        if (!inline) return kick()
        const { db } = this
        await db.transaction('rw', db.shipments, db.meta, async () => {
          await db.shipments.bulkPut(m.docs)
          await db.meta.put({ k: 'rev', v: m.rev })
        })
        this.rev = m.rev
        this.onDocs(m.docs)
      }
    })
  },
}
