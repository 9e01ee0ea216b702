// Our own column: the product's client as it stands in the app, against the product's server. A document is a load on the dock, a mutation
// is a dock worker's signed action with its effect on the screen.
import Dexie from 'dexie'
import { Device } from '../../browser/device.ts'
import { chunks } from './util.js'

const loadKey = (i) => `01${String((i * 7919) % 1000003).padStart(12, '0')}${String(i).padStart(12, '0')}`
const number = (id) => Number(id.slice(2))

export const lading = {
  async open() {
    this.device = await Device.open('dock000@bench.test')
  },
  destroy() {
    return this.device.destroy()
  },
  async bootstrap() {
    const ms = await this.device.bootstrap()
    return { ms, n: await this.device.work.cache.db.dock_shipment.count() }
  },
  async offline() {
    this.device.shut()
  },
  async local(ids) {
    const t = performance.now()
    for (const id of ids) await this.device.start(loadKey(number(id)), 'D12')
    return performance.now() - t
  },
  async push() {
    const { ms, shown } = await this.device.push()
    return { ms, pullMs: shown - ms }
  },
  live(onDoc) {
    return this.device.watch((door, at) => {
      const ts = Number(door)
      if (ts > 0) onDoc({ ts }, at)
    })
  },
  // Documents of the other columns laid into our table of shipments with all its indexes, of which one answers the query.
  async bulk(docs, chunk) {
    this.device.work.engine.stop()
    const { db } = this.device.work.cache
    const t = performance.now()
    for (const c of chunks(docs, chunk))
      await db.shipment.bulkPut(
        c.map((d) => ({ ...d, number: d.no, bol: '', pro: '', shipOn: d.shipDate, orders: [], version: 1, scopes: ['wh:ATL'] })),
      )
    return performance.now() - t
  },
  async queryReady() {
    return 0
  },
  query(T, W) {
    const { db } = this.device.work.cache
    return db.shipment.where('[status+warehouse+shipOn]').between([T, W, Dexie.minKey], [T, W, Dexie.maxKey]).limit(15).toArray()
  },
}
