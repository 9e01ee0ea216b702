// Cartons and containers. The engine's own tests make the cases, judge every packing with a checker that does not know how it came about, and
// print the figures; the peer, binpackingjs, is installed on demand into the system's temporary folder and packs the same orders.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './lading.mjs'

const peer = 'binpackingjs@4.1.0'
const folder = join(tmpdir(), 'lading-bench-packing')
const bars = {
  cartons_50_items_10_boxes_worst: '≤ 200',
  container_filled_br1_to_7: '≥ 88',
  container_slowest: '≤ 10000',
}

/** Runs one Go test and takes the figures that it prints. */
export function goFigures(figure, bars, folder, test, env) {
  const out = execFileSync('go', ['test', '-count=1', '-timeout', '3600s', '-run', `^${test}$`, '-v', folder], {
    cwd: root,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: 64 << 20, // the program's log goes there, too
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const lines = [...out.matchAll(/^figure (\S+) ([\d.]+) (\S+)$/gm)]
  if (lines.length === 0) throw new Error(`no figures: ${out.slice(-600)}`)
  for (const [, name, value, unit] of lines) figure(name, Number(value), unit, bars[name])
  return Object.fromEntries(lines.map(([, name, value]) => [name, Number(value)]))
}

export function packing({ figure, full }) {
  const engine = (test, env) => goFigures(figure, bars, './server/packing/engine', test, env)

  return {
    /** Fifty pieces into ten kinds of boxes, beside the peer. */
    cartons: async () => {
      mkdirSync(folder, { recursive: true })
      const file = join(folder, 'orders.json')
      const ours = engine('TestPack_Figures', { LADING_ORDERS: file })
      const theirs = await peerPacks(JSON.parse(readFileSync(file, 'utf8')))
      figure('cartons_peer_billable', theirs.pounds, 'lb')
      figure('cartons_peer_boxes', theirs.boxes, 'boxes')
      figure('cartons_least_cost_pounds_over_peer', ours.cartons_least_cost_billable / theirs.pounds, 'ratio', '< 1')
    },
    /** Generated cases of Bischoff and Ratcliff, every piece supported from below. */
    containers: () => engine('TestLoad_Figures', { LADING_CASES: full ? '20' : '3' }),
  }
}

/** The peer takes boxes in the order in which they are given; it is given every kind alone, all from the smallest and all from the largest, and its best counts. */
async function peerPacks({ boxes, orders }) {
  if (!existsSync(join(folder, 'node_modules/binpackingjs'))) {
    writeFileSync(join(folder, 'package.json'), '{"private": true}')
    execFileSync('npm', ['install', '--no-fund', '--no-audit', '--silent', peer], { cwd: folder, stdio: 'ignore' })
  }
  const { pack3D } = await import(pathToFileURL(join(folder, 'node_modules/binpackingjs/dist/esm/3d/index.js')).href)
  const sum = { pounds: 0, boxes: 0 }
  for (const [n, order] of orders.entries()) {
    const items = order.flatMap(({ size: [width, height, depth], weight, count }, i) =>
      Array.from({ length: count }, () => ({ name: String(i), width, height, depth, weight })),
    )
    const many = (of) =>
      of.flatMap(({ size: [width, height, depth], weight }) =>
        Array.from({ length: items.length }, () => ({ name: `${width} ${height} ${depth}`, width, height, depth, maxWeight: weight })),
      )
    let best
    for (const bins of [many(boxes), many(boxes.toReversed()), ...boxes.map((b) => many([b]))]) {
      const { packedBins, unfitItems } = pack3D({ bins, items })
      if (unfitItems.length > 0) continue
      const used = packedBins.filter((b) => b.items.length > 0)
      const pounds = used.reduce((all, b) => {
        const weight = b.items.reduce((w, i) => w + i.weight, 0)
        const volume = b.name.split(' ').reduce((v, side) => v * Number(side), 1)
        return all + Math.max(Math.ceil(weight - 1e-9), Math.ceil(volume / 139))
      }, 0)
      if (!best || pounds < best.pounds || (pounds === best.pounds && used.length < best.boxes)) best = { pounds, boxes: used.length }
    }
    if (!best) throw new Error(`the peer cannot pack order ${n}`)
    sum.pounds += best.pounds
    sum.boxes += best.boxes
  }
  return sum
}
