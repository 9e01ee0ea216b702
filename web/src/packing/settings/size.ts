import type { PackingSize } from '@sync/gen/api'
import { type Measure, measure } from '@/kit/format/measure'

export type LengthUnit = 'in' | 'cm'

const bare = (m: Measure | undefined) => (m && m.milli > 0 ? String(m.milli / 1000) : '')

/** Three measures as they are typed: "12 x 9 x 6". */
export const typedSize = (s: PackingSize | undefined) =>
  s && s.length.milli > 0 ? [s.length, s.width, s.height].map(bare).join(' x ') : ''

/** Three measures of what was typed; undefined where it is not three numbers. */
export function sizeOf(text: string, unit: string): PackingSize | undefined {
  const parts = text.trim().split(/\s*[x×*]\s*/i)
  const [length, width, height] = parts.map((p) => ({ milli: Math.round(Number(p.replace(',', '.')) * 1000), unit }))
  if (parts.length !== 3 || !length || !width || !height) return undefined
  return [length, width, height].every((m) => m.milli > 0) ? { length, width, height } : undefined
}

/** "12 × 9 × 6 in", for reading. */
export const readSize = (s: PackingSize, locale: string) =>
  s.length.milli > 0
    ? `${measure({ ...s.length, unit: '' }, locale).trim()} × ${measure({ ...s.width, unit: '' }, locale).trim()} × ${measure(s.height, locale)}`
    : '—'

export const noSize: PackingSize = { length: { milli: 0, unit: 'in' }, width: { milli: 0, unit: 'in' }, height: { milli: 0, unit: 'in' } }
