// Deterministic 'shipment' generator (fixed seed). Used by node (to seed servers) and by
// the browser bundle (to load local stores without a network). ~1 KB of JSON per document.
export const SEED = 20260722
export const STATUSES = ['N', 'A', 'T', 'D', 'X'] // new, assigned, in Transit, delivered, cancelled
export const WAREHOUSES = Array.from({ length: 12 }, (_, i) => `W${String(i + 1).padStart(2, '0')}`)
const T0 = Date.UTC(2026, 0, 1)

export function rng(seed) {
  // mulberry32
  let a = seed >>> 0
  return () => {
    a = (a + 0x6d2b79f5) >>> 0
    let t = a
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
const WORDS = (
  'pallet dock liftgate seal bill of lading fragile reefer cross short overage damaged inspect gate appointment ' +
  'driver signature hold release stage load count layer wrap corner board dunnage strap temperature recorder label'
).split(' ')
const CITIES = ['Aldermoor', 'Brackwater', 'Casterly', 'Dunmere', 'Eastvale', 'Fairholt', 'Grimsdon', 'Harrowby']
const pick = (r, a) => a[Math.floor(r() * a.length)]
const words = (r, n) => Array.from({ length: n }, () => pick(r, WORDS)).join(' ')

export function idFor(i) {
  // 15 chars [a-z0-9]: also a legal PocketBase id
  return `sh${String(i).padStart(13, '0')}`
}
export function makeDoc(i, r) {
  const ship = new Date(T0 + Math.floor(r() * 180 * 864e5)).toISOString()
  const lines = []
  const n = 3 + Math.floor(r() * 4)
  for (let k = 0; k < n; k++) {
    lines.push({
      sku: `SKU${String(Math.floor(r() * 1e6)).padStart(6, '0')}`,
      qty: 1 + Math.floor(r() * 240),
      uom: r() < 0.5 ? 'EA' : 'CS',
      lot: `L${Math.floor(r() * 1e8).toString(36)}`,
      desc: words(r, 3),
    })
  }
  return {
    id: idFor(i),
    no: `SHP-${String(i).padStart(7, '0')}`,
    status: STATUSES[Math.floor(r() * STATUSES.length)],
    warehouse: pick(r, WAREHOUSES),
    shipDate: ship,
    customer: `CUST${String(Math.floor(r() * 4000)).padStart(5, '0')}`,
    carrier: `CARR${Math.floor(r() * 60)}`,
    truck: `TR${Math.floor(r() * 900)}`,
    dock: `D${Math.floor(r() * 48)}`,
    pallets: 1 + Math.floor(r() * 26),
    weightKg: Math.floor(r() * 240000) / 10,
    priority: Math.floor(r() * 5),
    notes: words(r, 32),
    consignee: {
      name: words(r, 2),
      street: `${Math.floor(r() * 900)} ${pick(r, WORDS)} street`,
      city: pick(r, CITIES),
      zip: String(10000 + Math.floor(r() * 89999)),
      phone: `+1${Math.floor(r() * 1e10)}`,
    },
    lines,
    updatedAt: T0 + i,
    ts: 0,
  }
}
export function* generate(n, seed = SEED) {
  const r = rng(seed)
  for (let i = 0; i < n; i++) yield makeDoc(i, r)
}
// ids touched by the mutation workload: a fixed pseudo-random order, all distinct
export function mutationIds(count, n, seed = SEED + 1) {
  const r = rng(seed),
    s = new Set()
  while (s.size < count) s.add(Math.floor(r() * n))
  return [...s].map(idFor)
}
