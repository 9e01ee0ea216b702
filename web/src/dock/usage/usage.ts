import type { DockUsage } from '@sync/gen/api'
import { dayIn, plusDays } from '@/kit/format/day'
import type { Figure } from './search'

/** The newest day on which work may have been counted: a warehouse counts by its own calendar, and some are ahead of the reader's. */
export const latestDay = (sites: readonly { zone: string }[], now = Date.now()) =>
  [dayIn(undefined, now), ...sites.map((s) => dayIn(s.zone || 'UTC', now))].reduce((a, b) => (a > b ? a : b))

/** The calendar days from one to the other, both included. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = []
  for (let day = from; day <= to && days.length < 367; day = plusDays(day, 1)) days.push(day)
  return days
}

/** A figure by day. A day on which nobody did anything is a day, too. */
export function byDay(rows: readonly DockUsage[], of: Figure, from: string, to: string): { day: string; value: number }[] {
  const sums = new Map<string, number>()
  for (const r of rows) sums.set(r.day, (sums.get(r.day) ?? 0) + r[of])
  return daysBetween(from, to).map((day) => ({ day, value: sums.get(day) ?? 0 }))
}

/** Who did how much, the most first. */
export function totals(rows: readonly DockUsage[]): Record<Figure, number> {
  const all = { scans: 0, loads: 0, signatures: 0, exceptions: 0, photos: 0 }
  for (const r of rows) for (const f of Object.keys(all) as Figure[]) all[f] += r[f] // keys of this very object
  return all
}
