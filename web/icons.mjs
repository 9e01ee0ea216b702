// Draws the app's icons from the mark: a dock door with a trailer backed into it. Plain PNG writing, so no picture library is needed.
import { mkdirSync, writeFileSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'

const blue = [0x14, 0x48, 0x95]
const white = [255, 255, 255]

/** What colour the mark has at a point of its 64-unit square; null outside the rounded corner. */
function colourAt(x, y, rounded) {
  if (rounded) {
    const dx = Math.max(12 - x, 0, x - 52)
    const dy = Math.max(12 - y, 0, y - 52)
    if (dx * dx + dy * dy > 144) return null
  }
  const within = (x0, y0, x1, y1) => x >= x0 && x < x1 && y >= y0 && y < y1
  if (within(8, 48, 56, 52)) return white
  if (within(30.75, 27, 33.25, 44)) return blue
  if (within(22, 27, 42, 44)) return white
  if (within(18, 22, 46, 48)) return blue
  if (within(12, 16, 52, 48)) return white
  return blue
}

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name), data])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body) >>> 0)
  return Buffer.concat([size, body, check])
}

/** @param scale how much of the square the mark fills: a maskable icon keeps its mark inside the safe zone. */
function draw(size, { rounded, scale }) {
  const samples = 3
  const rows = []
  for (let py = 0; py < size; py++) {
    const row = Buffer.alloc(1 + size * 4)
    for (let px = 0; px < size; px++) {
      const sum = [0, 0, 0, 0]
      for (let s = 0; s < samples * samples; s++) {
        const at = (p, k) => (((p + (k + 0.5) / samples) / size - 0.5) / scale + 0.5) * 64
        const c = colourAt(at(px, s % samples), at(py, Math.floor(s / samples)), rounded)
        if (c) for (const i of [0, 1, 2]) sum[i] += c[i]
        if (c) sum[3] += 1
      }
      const n = sum[3] || 1
      row.set([sum[0] / n, sum[1] / n, sum[2] / n, (sum[3] * 255) / samples ** 2].map(Math.round), 1 + px * 4)
    }
    rows.push(row)
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(size, 0)
  head.writeUInt32BE(size, 4)
  head.set([8, 6, 0, 0, 0], 8)
  const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    magic,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const folder = new URL('./public/icons/', import.meta.url)
mkdirSync(folder, { recursive: true })
writeFileSync(new URL('192.png', folder), draw(192, { rounded: true, scale: 1 }))
writeFileSync(new URL('512.png', folder), draw(512, { rounded: true, scale: 1 }))
writeFileSync(new URL('512-maskable.png', folder), draw(512, { rounded: false, scale: 0.72 }))
