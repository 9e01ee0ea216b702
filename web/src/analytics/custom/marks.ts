import type { AnalyticsCustom, AnalyticsSum } from '@sync/gen/api'
import type { Mark } from '@/kit/chart/scale'

/** Bars beyond these are not told apart; the table has all. */
const mostBars = 15

/** Whether groups follow each other in time. */
export const isTime = (by: AnalyticsCustom['GroupBy']) => by === 'day' || by === 'week' || by === 'month'

/** The groups by their rows: those of time all and in their order, as the server gives them; of the others the largest. */
export function marksOf(sums: readonly AnalyticsSum[], by: AnalyticsCustom['GroupBy'], label: (s: AnalyticsSum) => string): Mark[] {
  const marks = sums.map((s) => ({ key: s.id, label: label(s), value: s.rows }))
  return isTime(by) ? marks : marks.sort((a, b) => b.value - a.value).slice(0, mostBars)
}
