import { mutationIds } from '../documents.mjs'
import { lading } from './lading.js'
import { pb } from './pb.js'
import { pouch } from './pouch.js'
import { floor, refclient } from './ref.js'
import { rx } from './rx.js'
import { calibrate, docs, pairs, pct, sleep, wall } from './util.js'

const peers = { floor, ref: refclient, lading, rx, pouch, pb }
const arrived = []

window.bench = {
  calibrate,
  wall,
  open: (p, o) => peers[p].open(o),
  destroy: (p) => peers[p].destroy(),
  bulk: (p, n, chunk) => peers[p].bulk(docs(n), chunk),
  bootstrap: (p, o) => peers[p].bootstrap(o),
  offline: (p) => peers[p].offline?.(),
  local: (p, k, n) => peers[p].local(mutationIds(k, n)),
  push: (p, o) => peers[p].push(o),
  async live(p, o) {
    arrived.length = 0
    await peers[p].live((d, at) => {
      if (d?.ts > 0) arrived.push(at - d.ts)
    }, o)
  },
  async liveResult(want) {
    for (let i = 0; i < 100 && arrived.length < want; i++) await sleep(50)
    return { n: arrived.length, p50: pct(arrived, 0.5), p99: pct(arrived, 0.99), max: pct(arrived, 1) }
  },
  /** Each pair for the first time, then all a second time: a query cache shows there. */
  async query(p) {
    const ready = await peers[p].queryReady()
    const began = performance.now()
    const one = await peers[p].query('T', 'W03')
    const cold = performance.now() - began
    const first = []
    const again = []
    for (const times of [first, again])
      for (const [T, W] of pairs()) {
        const t = performance.now()
        await peers[p].query(T, W)
        times.push(performance.now() - t)
      }
    const sorted = one.every((d, i) => i === 0 || one[i - 1].shipDate <= d.shipDate)
    return {
      ready,
      cold,
      p50: pct(first, 0.5),
      p95: pct(first, 0.95),
      again50: pct(again, 0.5),
      first: one.map((d) => d.id).join(),
      ok: sorted && one.every((d) => d.status === 'T' && d.warehouse === 'W03'),
    }
  },
  estimate: async () => (await navigator.storage.estimate()).usage,
}
document.title = 'ready'
