// node e2e/bench/peers/report.mjs results.json… : medians, minima and ratios to the floor of the same round, as Markdown
import { readFileSync } from 'node:fs'

const rows = process.argv.slice(2).flatMap((f) => {
  try {
    return JSON.parse(readFileSync(f, 'utf8')).rows
  } catch {
    return []
  }
})
const med = (a) => {
  const s = a.filter((x) => x != null && !Number.isNaN(x)).sort((x, y) => x - y)
  return s.length ? s[Math.floor((s.length - 1) / 2)] : null
}
const f = (x, d = 0) => (x == null ? '' : Number(x).toFixed(d))
const by = (w, key) => {
  const m = new Map()
  for (const r of rows.filter((r) => r.w === w)) {
    const k = key(r)
    if (!m.has(k)) m.set(k, [])
    m.get(k).push(r)
  }
  return m
}
const floor = new Map()
for (const r of rows) if (r.w === 'S' && r.peer === 'floor' && r.v === 'bulkPut x1') floor.set(r.round, r)
const fl = (r) => floor.get(r.round) || [...floor.values()][0]
console.log(
  '## S bootstrap\n| peer | variant | median ms | min ms | browser CPU ms | server CPU ms | x floor (wall) | x floor (CPU) | runs |\n|---|---|---|---|---|---|---|---|---|',
)
for (const [k, a] of by('S', (r) => `${r.peer} | ${r.v}`))
  console.log(
    `| ${k} | ${f(med(a.map((r) => r.ms)))} | ${f(Math.min(...a.map((r) => r.ms)))} | ${f(med(a.map((r) => r.cpu)))} | ${f(med(a.map((r) => r.srvCpu)))} | ${f(med(a.map((r) => r.ms / fl(r).ms)), 2)} | ${f(med(a.map((r) => r.cpu / fl(r).cpu)), 2)} | ${a.length} |`,
  )
console.log('\n## P\n| peer | variant | local ms | local CPU | push ms | push CPU | server CPU | runs |\n|---|---|---|---|---|---|---|---|')
for (const [k, a] of by('P', (r) => `${r.peer} | ${r.v}`))
  console.log(
    `| ${k} | ${f(med(a.map((r) => r.localMs)))} | ${f(med(a.map((r) => r.localCpu)))} | ${f(med(a.map((r) => r.ms)))} | ${f(med(a.map((r) => r.cpu)))} | ${f(med(a.map((r) => r.srvCpu)))} | ${a.length} |`,
  )
console.log('\n## U\n| peer | variant | p50 ms | p99 ms | best p99 | got/150 | runs |\n|---|---|---|---|---|---|---|')
for (const [k, a] of by('U', (r) => `${r.peer} | ${r.v}`))
  console.log(
    `| ${k} | ${f(med(a.map((r) => r.p50)), 1)} | ${f(med(a.map((r) => r.p99)), 1)} | ${f(Math.min(...a.map((r) => r.p99)), 1)} | ${a.map((r) => r.n).join('/')} | ${a.length} |`,
  )
console.log('\n## N (100 ms, 10 Mbit/s)\n| peer | variant | bootstrap ms | push 1000 ms | runs |\n|---|---|---|---|---|')
for (const [k, a] of by('N', (r) => `${r.peer} | ${r.v}`))
  console.log(`| ${k} | ${f(med(a.map((r) => r.sMs)))} | ${f(med(a.map((r) => r.pMs)))} | ${a.length} |`)
console.log(
  '\n## F\n| peer | p50 | p99 | last of 200, median | last, worst | connect ms | missing | runs |\n|---|---|---|---|---|---|---|---|',
)
for (const [k, a] of by('F', (r) => r.peer))
  console.log(
    `| ${k} | ${f(med(a.map((r) => r.p50)), 1)} | ${f(med(a.map((r) => r.p99)), 1)} | ${f(med(a.map((r) => r.lastP50)), 1)} | ${f(med(a.map((r) => r.lastMax)), 1)} | ${f(med(a.map((r) => r.connectMs)))} | ${a.map((r) => r.missing).join('/')} | ${a.length} |`,
  )
console.log(
  '\n## Q\n| peer | docs | load ms | index/ready ms | cold ms | p50 ms | p95 ms | repeated p50 | x floor p50 | right | MB on disk | runs |\n|---|---|---|---|---|---|---|---|---|---|---|---|',
)
const qf = new Map()
for (const r of rows) if (r.w === 'Q' && r.peer === 'floor') qf.set(`${r.n}/${r.round}`, r)
const firsts = new Map()
for (const r of rows) if (r.w === 'Q' && r.peer === 'floor') firsts.set(r.n, r.first)
for (const [k, a] of by('Q', (r) => `${r.peer} | ${r.n}`))
  console.log(
    `| ${k} | ${f(med(a.map((r) => r.loadMs)))} | ${f(med(a.map((r) => r.ready)))} | ${f(med(a.map((r) => r.cold)), 1)} | ${f(med(a.map((r) => r.p50)), 2)} | ${f(med(a.map((r) => r.p95)), 2)} | ${f(med(a.map((r) => r.again50)), 2)} | ${f(med(a.map((r) => r.p50 / (qf.get(`${r.n}/${r.round}`)?.p50 ?? NaN))), 1)} | ${a.every((r) => r.ok && r.first === firsts.get(r.n))} | ${f(med(a.map((r) => r.usage / 1e6)), 1)} | ${a.length} |`,
  )
console.log(
  '\n## T\n| peer | mode | synchronous | per second (median) | best | p50 ms | p99 ms | errors | runs |\n|---|---|---|---|---|---|---|---|---|',
)
for (const [k, a] of by('T', (r) => `${r.peer} | ${r.mode} | ${r.sync}`))
  console.log(
    `| ${k} | ${f(med(a.map((r) => r.perSec)))} | ${f(Math.max(...a.map((r) => r.perSec)))} | ${f(med(a.map((r) => r.p50)), 1)} | ${f(med(a.map((r) => r.p99)), 1)} | ${a.map((r) => r.errors).join('/')} | ${a.length} |`,
  )
const errs = rows.filter((r) => r.w === 'error')
if (errs.length) console.log(`\n## errors\n${errs.map((r) => `- ${JSON.stringify(r)}`).join('\n')}`)
