import { generate, rng, STATUSES, WAREHOUSES } from '../documents.mjs'
export const wall = () => performance.timeOrigin + performance.now()
export const sleep = (ms) => new Promise((r) => setTimeout(r, ms))
export const pct = (a, p) => {
  const s = [...a].sort((x, y) => x - y)
  return s.length ? s[Math.min(s.length - 1, Math.floor(p * s.length))] : null
}
export function* chunks(a, n) {
  for (let i = 0; i < a.length; i += n) yield a.slice(i, i + n)
}
export function docs(n) {
  return [...generate(n)]
}
// all 60 (status, warehouse) pairs in a fixed shuffled order: no pair twice, so that a query cache cannot answer the first round
export function pairs() {
  const r = rng(7),
    a = STATUSES.flatMap((s) => WAREHOUSES.map((w) => [s, w])).filter(([s, w]) => !(s === 'T' && w === 'W03'))
  for (let i = a.length - 1; i > 0; i--) {
    const j = Math.floor(r() * (i + 1))
    ;[a[i], a[j]] = [a[j], a[i]]
  }
  return a
}
// fixed CPU loop, to see how loaded the machine was while a figure was taken
export function calibrate() {
  const t = performance.now()
  let x = 0
  for (let i = 0; i < 3e7; i++) x = (x * 31 + i) | 0
  return { ms: performance.now() - t, x }
}
// NDJSON reader over a fetch body; hands out arrays of parsed lines
export async function* ndjson(res, per = 1000) {
  const rd = res.body.pipeThrough(new TextDecoderStream()).getReader()
  let tail = '',
    out = []
  for (;;) {
    const { value, done } = await rd.read()
    if (done) break
    const parts = (tail + value).split('\n')
    tail = parts.pop()
    for (const p of parts) {
      out.push(JSON.parse(p))
      if (out.length >= per) {
        yield out
        out = []
      }
    }
  }
  if (tail) out.push(JSON.parse(tail))
  if (out.length) yield out
}
