import type { AnalyticsScore, ReportShare } from '@sync/gen/api'
import { written } from '@/kit/format/measure'
import type { Measure } from './search'

/** A share in percent; undefined of nothing. */
export const percentOf = (s: ReportShare | null | undefined): number | undefined => (s && s.of > 0 ? (100 * s.n) / s.of : undefined)

/** "95.2 %" in the reader's writing; a dash of nothing. */
export function percent(value: number | undefined, locale: string): string {
  if (value === undefined) return '—'
  return new Intl.NumberFormat(written(locale), { style: 'percent', maximumFractionDigits: 1 }).format(value / 100)
}

/** All carriers together: shares add up, percentages do not. Null where the user may not see the measure. */
export function together(rows: readonly AnalyticsScore[], of: Measure): ReportShare | null {
  const shares = rows.flatMap((r) => r[of] ?? [])
  if (shares.length === 0) return null
  return shares.reduce((all, s) => ({ n: all.n + s.n, of: all.of + s.of }), { n: 0, of: 0 })
}
