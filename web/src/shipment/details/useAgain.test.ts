import type { Shipment } from '@sync/gen/tables'
import { expect, test } from 'vitest'
import { pageOf } from './useAgain'

test('what is edited and asked for anew is what it was: a parcel, freight that the consignee pays, or our own', () => {
  const page = (of: Partial<Shipment>) => pageOf(of as Shipment) // of the rest nothing is read
  expect([page({ mode: 'PARCEL', terms: 'P' }), page({ mode: 'PARCEL', terms: 'C' }), page({ mode: 'LTL', terms: 'C' })]).toEqual([
    'Parcel',
    'Parcel',
    'Collect',
  ])
  expect([page({ mode: 'TL', terms: 'P' }), page({ mode: 'LTL', terms: 'T' })]).toEqual(['Prepaid', 'Prepaid'])
})
