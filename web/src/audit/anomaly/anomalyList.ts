import { msg } from '@lingui/core/macro'
import type { AuditAnomaly, AuditFigure } from '@sync/gen/api'
import { count, money, written } from '@/kit/format/measure'
import type { ListSpec } from '@/kit/list/defineList'
import type { Words } from '@/kit/words/words'

/** What is compared, in words. */
export const measures: Record<AuditAnomaly['measure'], Words> = {
  invoices: msg`Invoices received`,
  billed: msg`Average invoice`,
  over: msg`Billed over expected`,
  exceptions: msg`Invoices with exceptions`,
  accessorial: msg`Accessorial per invoice`,
}

/** A figure in the reader's way of writing. */
export function figure(f: AuditFigure, currency: string, locale: string): string {
  if (f.unit === 'money') return money(f.n, currency, locale)
  if (f.unit === 'percent') return new Intl.NumberFormat(written(locale), { style: 'percent', maximumFractionDigits: 1 }).format(f.n / 1000)
  return count(f.n, locale)
}

/** Figures of a week that are out of line. */
export function anomalyList(words: (w: Words) => string, charge: (code: string) => string, locale: string): ListSpec<AuditAnomaly> {
  const of = (key: 'value' | 'usual', label: Words) => ({
    key,
    label,
    as: 'number' as const,
    width: 120,
    value: (r: AuditAnomaly) => r[key].n,
    cell: (r: AuditAnomaly) => figure(r[key], r.currency, locale),
    phone: true,
  })
  return {
    name: 'audit-anomalies',
    title: msg`Anomalies`,
    id: (r) => `${r.carrier} ${r.currency} ${r.measure} ${r.code}`,
    columns: [
      { key: 'carrierName', label: msg`Carrier`, width: 180, value: (r) => r.carrierName || r.carrier, phone: true },
      { key: 'measure', label: msg`Measure`, width: 200, code: (r) => r.measure, value: (r) => words(measures[r.measure]), phone: true },
      { key: 'code', label: msg`Accessorial`, width: 150, value: (r) => (r.code ? charge(r.code) : '') },
      of('value', msg`This week`),
      of('usual', msg`Usual`),
      {
        key: 'high',
        label: msg`In line`,
        as: 'number',
        width: 190,
        value: (r) => r.high.n,
        cell: (r) => `${figure(r.low, r.currency, locale)} – ${figure(r.high, r.currency, locale)}`,
      },
      { key: 'weeks', label: msg`Weeks compared`, as: 'number', width: 140 },
      { key: 'invoices', label: msg`Invoices`, as: 'number', width: 100 },
      { key: 'currency', label: msg`Currency`, width: 90, hidden: true },
    ],
    filters: ['carrierName', 'measure', 'currency'],
    empty: msg`No anomalies in this batch. A carrier needs invoices in four of the twelve weeks before it.`,
  }
}
