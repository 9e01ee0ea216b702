import type { ShipmentTender } from '@sync/gen/tables'
import { expect, test } from 'vitest'
import { lastTries, tryWords } from './tries'

const tender = (more: Partial<ShipmentTender>) =>
  ({ shipmentId: 'S1', n: 1, state: 'rejected', carrierName: 'Saia', reason: 'no-capacity', note: '', ...more }) as ShipmentTender // of the rest nothing is read

const text = (w: unknown) =>
  typeof w === 'string' ? w : String((w as { message?: string; id: string }).message ?? (w as { id: string }).id)

test('a shipment tells who did not take it last, not whose turn never came', () => {
  const last = lastTries([
    tender({ n: 1 }),
    tender({ n: 3, state: 'passed', carrierName: 'Estes' }),
    tender({ n: 2, state: 'expired', carrierName: 'XPO' }),
    tender({ shipmentId: 'S2', state: 'withdrawn' }),
  ])
  expect([...last].map(([id, d]) => [id, d.carrierName])).toEqual([['S1', 'XPO']])
})

test('the cause is the carrier’s own', () => {
  expect(tryWords(tender({ note: 'Thursday again' }), text)).toContain('No truck free · Thursday again')
})
