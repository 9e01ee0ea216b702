import { expect, it } from 'vitest'
import { currenciesOf, figureOf, marksOf, rowsOf } from './groups'
import { type Line, reportsSearch } from './search'

const row = (more: Partial<Line>): Line => ({
  id: '1',
  number: '1',
  day: '2026-11-24',
  state: 'T',
  shipmentId: '1',
  shipment: '1',
  bol: '',
  warehouse: 'ATL',
  carrier: 'SAIA',
  carrierName: 'Saia',
  mode: 'LTL',
  toName: '',
  toCity: '',
  toState: '',
  pieces: 1,
  pallets: 2,
  weight: { milli: 0, unit: 'lb' },
  currency: 'USD',
  amountMinor: 100,
  paidMinor: null,
  person: '',
  ...more,
})
const rows = [
  row({}),
  row({ day: '2026-11-29', carrier: 'ODFL', amountMinor: 250, paidMinor: 200 }),
  row({ day: '2026-11-30', carrier: '', amountMinor: null, pallets: 5 }),
]

it('adds what there is, and none where no row has an amount', () => {
  expect([figureOf(rows, 'rows'), figureOf(rows, 'amount'), figureOf(rows, 'paid'), figureOf(rows, 'pallets')]).toEqual([3, 350, 200, 9])
  expect([figureOf(rows.slice(2), 'amount'), figureOf([], 'rows'), figureOf([], 'amount')]).toEqual([undefined, 0, undefined])
})

it('counts weeks from Monday and shows days without rows', () => {
  const marks = (by: 'day' | 'week') => marksOf(rows, by, 'rows', '2026-11-28', '2026-12-01', (k) => k).map((m) => [m.key, m.value])
  expect(marks('week')).toEqual([
    ['2026-11-23', 2],
    ['2026-11-30', 1],
  ])
  expect(marks('day')).toEqual([
    ['2026-11-28', 0],
    ['2026-11-29', 1],
    ['2026-11-30', 1],
    ['2026-12-01', 0],
  ])
})

it('leads from each mark to its rows, also to those without a carrier', () => {
  const marks = marksOf(rows, 'carrier', 'amount', '2026-11-01', '2026-11-30', (k) => k || 'No carrier')
  expect(marks.map((m) => [m.label, m.value, rowsOf(rows, 'carrier', m.key).length])).toEqual([
    ['ODFL', 250, 1],
    ['SAIA', 100, 1],
    ['No carrier', undefined, 1],
  ])
})

it('names the currencies, the most frequent first', () => {
  expect(currenciesOf([row({ currency: 'CAD' }), row({ currency: '' }), ...rows])).toEqual(['USD', 'CAD'])
})

it('takes only sense from an address', () => {
  expect(reportsSearch({ report: 'x', by: 'y', of: 'z', view: 'v' })).toEqual({})
  expect(reportsSearch({ report: 'spend', by: 'week', of: 'amount', view: 'files', group: '2026-11-23' })).toEqual({
    report: 'spend',
    by: 'week',
    of: 'amount',
    view: 'files',
    group: '2026-11-23',
  })
})
