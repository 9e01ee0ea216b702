import type { Measure } from '@/kit/format/measure'

/** "2 to 8 °C", "34–38 F", "-18 °C": what the goods ask for, as people write it; undefined where it cannot be read. */
export function rangeOf(asked: string): { from: number; to: number; unit: 'C' | 'F' } | undefined {
  const m = /(-?\d+(?:[.,]\d+)?)\s*°?\s*[CF]?\s*(?:(?:to|a|à|–|—|\.\.+|-)\s*(-?\d+(?:[.,]\d+)?))?\s*°?\s*([CF])\b/i.exec(asked)
  if (!m) return undefined
  const number = (text: string) => Number(text.replace(',', '.'))
  const from = number(m[1] ?? '')
  const to = m[2] === undefined ? from : number(m[2])
  return { from: Math.min(from, to), to: Math.max(from, to), unit: m[3]?.toUpperCase() === 'F' ? 'F' : 'C' }
}

/** The scale that the goods speak in. */
export const unitOf = (asked: string) => rangeOf(asked)?.unit ?? 'F'

/** Whether a temperature is not what was asked for, by more than a thermometer's own half degree. It warns and forbids nothing: the bill is not read here. */
export function outside(measured: Measure, asked: string): boolean {
  const range = rangeOf(asked)
  if (!range) return false
  const degrees = measured.milli / 1000
  const there = measured.unit === range.unit ? degrees : range.unit === 'C' ? ((degrees - 32) * 5) / 9 : (degrees * 9) / 5 + 32
  return there < range.from - 0.5 || there > range.to + 0.5
}
