import { msg } from '@lingui/core/macro'
import type { AuditCharacteristicMetric } from '@sync/gen/api'
import { count, money, written } from '@/kit/format/measure'
import type { Column, ListSpec } from '@/kit/list/defineList'
import type { Words } from '@/kit/words/words'

type Row = AuditCharacteristicMetric
export type Characteristic = Row['characteristic']

const names: Record<Characteristic, Words> = {
  warehouse: msg`Warehouse`,
  mode: msg`Mode`,
  terms: msg`Freight terms`,
  class: msg`Freight class`,
  weight: msg`Weight break`,
}

const breaks = [0, 500, 1000, 2000, 5000, 10000, 20000]
const terms: Record<string, Words> = { P: msg`Prepaid`, C: msg`Collect`, T: msg`Third party` }

/** A value of a characteristic as the trade says it. */
export function valueWord(of: Characteristic, value: string, words: (w: Words) => string, locale: string): string {
  if (value === '') return words(msg`Unknown`)
  if (of === 'terms') return words(terms[value] ?? value)
  if (of !== 'weight') return value
  const next = breaks[breaks.indexOf(Number(value)) + 1]
  const from = count(Number(value), locale)
  return words(next ? msg`${from} – ${count(next - 1, locale)} lb` : msg`${from} lb and more`)
}

/** What the characteristic and its value are called. */
export const oneWord = (of: Characteristic, value: string, words: (w: Words) => string, locale: string) =>
  `${words(names[of])}: ${valueWord(of, value, words, locale)}`

/** How the shipper's own freight in a batch differs from the twelve weeks before. */
export function characteristicList(words: (w: Words) => string, locale: string, open: (row: Row) => void): ListSpec<Row> {
  const cash = (key: 'billedMinor' | 'meanMinor' | 'usualMinor', label: Words): Column<Row> => ({
    key,
    label,
    as: 'number',
    width: 130,
    value: (r) => r[key] / 100,
    cell: (r) => money(r[key], r.currency, locale),
  })
  return {
    name: 'audit-characteristics',
    title: msg`Own freight`,
    columns: [
      {
        key: 'characteristic',
        label: msg`Characteristic`,
        width: 150,
        code: (r) => r.characteristic,
        value: (r) => words(names[r.characteristic]),
        phone: true,
      },
      { key: 'value', label: msg`Value`, width: 160, value: (r) => valueWord(r.characteristic, r.value, words, locale), phone: true },
      { key: 'invoices', label: msg`Invoices`, as: 'number', width: 100, phone: true },
      { key: 'usualInvoices', label: msg`Usual invoices`, as: 'number', width: 130, phone: true },
      {
        key: 'of.n',
        label: msg`Share of the week`,
        as: 'number',
        width: 150,
        value: (r) => (r.of.of ? r.of.n / r.of.of : 0),
        cell: (r) =>
          new Intl.NumberFormat(written(locale), { style: 'percent', maximumFractionDigits: 1 }).format(r.of.of ? r.of.n / r.of.of : 0),
      },
      cash('billedMinor', msg`Billed`),
      cash('meanMinor', msg`Average invoice`),
      cash('usualMinor', msg`Usual average`),
      { key: 'out', label: msg`Out of line`, width: 120, code: (r) => String(r.out), value: (r) => words(r.out ? msg`Yes` : msg`No`) },
      { key: 'weeks', label: msg`Weeks compared`, as: 'number', width: 140 },
      { key: 'currency', label: msg`Currency`, width: 90, hidden: true },
    ],
    filters: ['characteristic', 'out'],
    actions: [{ label: msg`Invoices`, main: true, run: open }],
    empty: msg`No invoices in this batch.`,
  }
}
