import type { Mark } from '@/kit/chart/scale'
import { plusDays } from '@/kit/format/day'
import { daysBetween } from '@/kit/report/days'
import type { Figure, Group, Line } from './search'

/** The Monday of a day's week. */
const mondayOf = (day: string): string => plusDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))

/** The group that a row belongs to; empty where it has none, as a load without a carrier. */
export function groupOf(row: Line, by: Group): string {
  return by === 'week' ? mondayOf(row.day) : row[by]
}

/** What a figure is over some rows, which are of one currency where it is money; undefined where none of them has an amount. */
export function figureOf(rows: readonly Line[], of: Figure): number | undefined {
  if (of === 'rows') return rows.length
  const values = rows.map((r) => (of === 'amount' ? r.amountMinor : of === 'paid' ? r.paidMinor : r.pallets)).filter((n) => n !== null)
  return values.length > 0 || of === 'pallets' ? values.reduce((n, v) => n + v, 0) : undefined
}

/** The currencies of the rows, the one with the most rows first: amounts of two are never added. */
export function currenciesOf(rows: readonly Line[]): string[] {
  const n = new Map<string, number>()
  for (const r of rows) if (r.currency) n.set(r.currency, (n.get(r.currency) ?? 0) + 1)
  return [...n].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).map(([c]) => c)
}

/** The groups with their figures: days and weeks in their order, also those on which nothing was; others by their figure. */
export function marksOf(rows: readonly Line[], by: Group, of: Figure, from: string, to: string, label: (key: string) => string): Mark[] {
  const groups = new Map<string, Line[]>()
  for (const r of rows) {
    const key = groupOf(r, by)
    const group = groups.get(key)
    if (group) group.push(r)
    else groups.set(key, [r])
  }
  const mark = (key: string): Mark => ({ key: key || '-', label: label(key), value: figureOf(groups.get(key) ?? [], of) })
  if (by === 'day') return daysBetween(from, to).map(mark)
  if (by === 'week') return [...new Set(daysBetween(from, to).map(mondayOf))].map(mark)
  return [...groups.keys()].map(mark).sort((a, b) => (b.value ?? 0) - (a.value ?? 0) || a.label.localeCompare(b.label))
}

/** The rows of a group, by its mark's key. */
export const rowsOf = (rows: readonly Line[], by: Group, key: string) => rows.filter((r) => (groupOf(r, by) || '-') === key)
