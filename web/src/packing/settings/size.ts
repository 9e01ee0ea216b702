import type { PackingSize } from '@sync/gen/api'
import { type Measure, measure } from '@/kit/format/measure'

export const lengthUnits = ['in', 'ft', 'cm', 'mm', 'm'] as const
export type LengthUnit = (typeof lengthUnits)[number]

const inches: Record<LengthUnit, number> = { in: 1, ft: 12, cm: 1 / 2.54, mm: 1 / 25.4, m: 100 / 2.54 }
const isUnit = (u: string | undefined): u is LengthUnit => lengthUnits.some((own) => own === u)

/** The unit in which sizes are shown in a form: their own, or inches where they are in several. */
export function unitOf(...sizes: (PackingSize | undefined)[]): LengthUnit {
  const units = new Set(sizes.flatMap((s) => (s ? [s.length, s.width, s.height] : [])).flatMap((m) => (m.milli > 0 ? [m.unit] : [])))
  const [only] = units
  return units.size === 1 && isUnit(only) ? only : 'in'
}

const bare = (m: Measure, unit: LengthUnit) =>
  String(isUnit(m.unit) && m.unit !== unit ? Math.round((m.milli * inches[m.unit]) / inches[unit]) / 1000 : m.milli / 1000)

/** Three measures as they are typed: "12 x 9 x 6". */
export const typedSize = (s: PackingSize | undefined, unit = unitOf(s)) =>
  s && s.length.milli > 0 ? [s.length, s.width, s.height].map((m) => bare(m, unit)).join(' x ') : ''

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
