import type { AnalyticsScore } from '@sync/gen/api'
import { expect, it } from 'vitest'
import { scoreSearch } from './search'
import { percent, percentOf, together } from './share'

const score = (carrier: string, more: Partial<AnalyticsScore>): AnalyticsScore => ({
  carrier,
  carrierName: carrier,
  loads: 0,
  pickup: null,
  delivery: null,
  tender: null,
  claims: null,
  invoice: null,
  pickupUnknown: 0,
  deliveryUnknown: 0,
  ...more,
})

it('adds shares up, so that a carrier with few loads weighs little', () => {
  const rows = [score('A', { pickup: { n: 1, of: 1 } }), score('B', { pickup: { n: 90, of: 199 } })]
  expect(together(rows, 'pickup')).toEqual({ n: 91, of: 200 }) // not 72.6 %, the mean of 100 % and 45.2 %
  expect(percent(percentOf(together(rows, 'pickup')), 'en')).toBe('45.5%')
  expect(together(rows, 'tender')).toBeNull()
})

it('is a dash of nothing, and nought of something', () => {
  expect(percent(percentOf({ n: 0, of: 0 }), 'en')).toBe('—')
  expect(percent(percentOf(null), 'en')).toBe('—')
  expect(percent(percentOf({ n: 0, of: 3 }), 'en')).toBe('0%')
})

it('takes only sense from an address', () => {
  expect(scoreSearch({ of: 'speed', counts: 'x', grace: '7', from: '1', carrier: '' })).toEqual({})
  expect(scoreSearch({ of: 'claims', counts: 'no', grace: 15, carrier: 'SAIA', warehouse: 'ATL', from: '2026-01-01' })).toEqual({
    of: 'claims',
    counts: 'no',
    grace: '15',
    carrier: 'SAIA',
    warehouse: 'ATL',
    from: '2026-01-01',
  })
})
