// PocketBase: JS SDK for list / update / realtime. It has no local store, so Dexie is put behind it by hand.

import Dexie from 'dexie'
import PocketBase from 'pocketbase'
import { wall } from './util.js'
export const pb = {
  async open() {
    this.pb = new PocketBase(location.origin)
    this.pb.autoCancellation(false)
    this.db = new Dexie('pb')
    this.db.version(1).stores({ shipments: 'id, [status+warehouse+shipDate]', outbox: '++id' })
    await this.db.open()
    this.c = this.pb.collection('shipments')
  },
  async destroy() {
    await this.c.unsubscribe()
    await this.db.delete()
  },
  async bootstrap({ batch = 1000 } = {}) {
    const t = performance.now()
    let n = 0
    for (let page = 1; ; page++) {
      const r = await this.c.getList(page, batch, { skipTotal: true, sort: 'id' })
      await this.db.shipments.bulkPut(r.items)
      n += r.items.length
      if (r.items.length < batch) break
    }
    return { ms: performance.now() - t, n }
  },
  async offline() {},
  async local(ids) {
    const t = performance.now(),
      { db } = this
    for (const id of ids)
      await db.transaction('rw', db.shipments, db.outbox, async () => {
        const d = await db.shipments.get(id),
          patch = { status: 'D', updatedAt: Date.now(), notes: `delivered, signed ${id}` }
        await db.shipments.put({ ...d, ...patch })
        await db.outbox.add({ id0: id, patch })
      })
    return performance.now() - t
  },
  async push({ batch = 0 } = {}) {
    const t = performance.now()
    for (;;) {
      const ms = await this.db.outbox
        .orderBy('id')
        .limit(batch || 1)
        .toArray()
      if (!ms.length) break
      if (batch) {
        const b = this.pb.createBatch()
        for (const m of ms) b.collection('shipments').update(m.id0, m.patch)
        await b.send()
      } else await this.c.update(ms[0].id0, ms[0].patch)
      await this.db.outbox.bulkDelete(ms.map((m) => m.id))
    }
    return { ms: performance.now() - t }
  },
  async live(onDoc) {
    await this.c.subscribe('*', async (e) => {
      await this.db.shipments.put(e.record)
      onDoc(e.record, wall())
    })
  },
  async queryReady() {
    return 0
  },
  async query(T, W) {
    return (await this.c.getList(1, 15, { filter: `status='${T}' && warehouse='${W}'`, sort: 'shipDate', skipTotal: true })).items
  },
}
