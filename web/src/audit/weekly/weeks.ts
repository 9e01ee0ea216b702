import type { AuditWeekly } from '@sync/gen/api'
import { plusDays } from '@/kit/format/day'
import type { Figure } from './search'

/** The Monday of a day's week. */
export const mondayOf = (day: string): string => plusDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))

/** The Mondays from one day's week to another's. */
export function mondays(from: string, to: string): string[] {
  const out: string[] = []
  for (let m = mondayOf(from); m <= to && out.length < 54; m = plusDays(m, 7)) out.push(m)
  return out
}

/** The batch that begins on a Monday: year and ISO week. Its Thursday tells the year. */
export function batchOf(monday: string): string {
  const thursday = plusDays(monday, 3)
  const day = (Date.parse(thursday) - Date.parse(`${thursday.slice(0, 4)}-01-01`)) / 86_400_000
  return thursday.slice(0, 4) + String(Math.floor(day / 7) + 1).padStart(2, '0')
}

/** The Mondays of all batches since the first, the newest first. */
export function batchesUntil(today: string): string[] {
  const out: string[] = []
  for (let m = mondayOf(today); m >= '2018-12-31'; m = plusDays(m, -7)) out.push(m)
  return out
}

/** What a figure is over some rows; undefined where there is nothing to take a share of. Amounts are minor units. */
export function figureOf(rows: readonly AuditWeekly[], of: Figure): number | undefined {
  const sum = (value: (r: AuditWeekly) => number) => rows.reduce((n, r) => n + value(r), 0)
  switch (of) {
    case 'saved':
      return sum((r) => r.savedMinor)
    case 'billed':
      return sum((r) => r.billedMinor)
    case 'paid':
      return sum((r) => r.paidMinor)
    case 'invoices':
      return sum((r) => r.invoices)
  }
  const checked = sum((r) => r.firstPass.of)
  return checked > 0 ? (100 * sum((r) => r.firstPass.n)) / checked : undefined
}

/** The currencies that there are, the one with the most invoices first: amounts of two are never added. */
export function currenciesOf(rows: readonly AuditWeekly[]): string[] {
  const n = new Map<string, number>()
  for (const r of rows) n.set(r.currency, (n.get(r.currency) ?? 0) + r.invoices)
  return [...n].sort(([a, x], [b, y]) => y - x || a.localeCompare(b)).map(([c]) => c)
}
