import type { AuditWeekly } from '@sync/gen/api'
import { expect, it } from 'vitest'
import { weeklySearch } from './search'
import { batchesUntil, batchOf, currenciesOf, figureOf, mondayOf, mondays } from './weeks'

const row = (more: Partial<AuditWeekly>): AuditWeekly => ({
  week: '202648',
  monday: '2026-11-23',
  carrier: 'SAIA',
  carrierName: 'Saia',
  currency: 'USD',
  invoices: 1,
  firstPass: { n: 0, of: 1 },
  waiting: 0,
  billedMinor: 0,
  paidMinor: 0,
  creditedMinor: 0,
  savedMinor: 0,
  ...more,
})

it('counts weeks from Monday, over the turn of the year', () => {
  expect(['2026-11-22', '2026-11-23', '2026-11-29', '2027-01-01'].map(mondayOf)).toEqual([
    '2026-11-16',
    '2026-11-23',
    '2026-11-23',
    '2026-12-28',
  ])
  expect(mondays('2026-12-30', '2027-01-11')).toEqual(['2026-12-28', '2027-01-04', '2027-01-11'])
})

it('names a batch by the year of its Thursday, from the week of 2019-01-01 to today', () => {
  expect(['2018-12-31', '2020-12-28', '2021-01-04', '2026-11-23'].map(batchOf)).toEqual(['201901', '202053', '202101', '202648'])
  const all = batchesUntil('2026-11-25')
  expect([all[0], all.at(-1)]).toEqual(['2026-11-23', '2018-12-31'])
  expect(new Set(all.map(batchOf)).size).toBe(all.length)
})

it('weighs a share by what was checked, and adds amounts of one currency', () => {
  const rows = [
    row({ firstPass: { n: 1, of: 1 }, savedMinor: 5, billedMinor: 100, paidMinor: 95 }),
    row({ firstPass: { n: 0, of: 3 }, invoices: 3, savedMinor: 7 }),
  ]
  expect(figureOf(rows, 'firstPass')).toBe(25)
  expect(figureOf([], 'firstPass')).toBeUndefined()
  expect([figureOf(rows, 'saved'), figureOf(rows, 'billed'), figureOf(rows, 'paid'), figureOf(rows, 'invoices')]).toEqual([12, 100, 95, 4])
  expect(currenciesOf([row({ currency: 'CAD' }), row({ currency: 'USD', invoices: 2 })])).toEqual(['USD', 'CAD'])
})

it('takes only sense from an address', () => {
  expect(weeklySearch({ of: 'x', week: '2026' })).toEqual({})
  expect(weeklySearch({ of: 'paid', week: 202648, carrier: 'SAIA' })).toEqual({ of: 'paid', week: '202648', carrier: 'SAIA' })
})
