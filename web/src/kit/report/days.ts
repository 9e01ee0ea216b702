import { dayIn, plusDays } from '../format/day'

/** The newest day that a report may know of: a warehouse counts by its own calendar, and some are ahead of the reader's. */
export const latestDay = (sites: readonly { zone: string }[], now = Date.now()) =>
  [dayIn(undefined, now), ...sites.map((s) => dayIn(s.zone || 'UTC', now))].reduce((a, b) => (a > b ? a : b))

/** The calendar days from one to the other, both included; never without end. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = []
  for (let day = from; day <= to && days.length < 367; day = plusDays(day, 1)) days.push(day)
  return days
}

/** A figure by day. A day on which nothing was is a day, too. */
export function byDay<R>(rows: readonly R[], dayOf: (row: R) => string, value: (row: R) => number, from: string, to: string) {
  const sums = new Map<string, number>()
  for (const r of rows) sums.set(dayOf(r), (sums.get(dayOf(r)) ?? 0) + value(r))
  return daysBetween(from, to).map((day) => ({ day, value: sums.get(day) ?? 0 }))
}
