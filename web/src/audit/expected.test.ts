import { expect, test } from 'vitest'
import { expectedOf } from './expected'

const expected = {
  carrier: 'ODFL',
  billTo: '',
  terms: 'P',
  weight: { milli: 0, unit: 'lb' },
  classes: [],
  services: [],
  fuelPercent: 0,
  derived: false,
  deliveredOn: '',
  currency: 'USD',
  charges: [
    { code: 'freight', amountMinor: 121110 },
    { code: 'discount', amountMinor: -78722 },
  ],
  priced: true,
  paidMinor: 0,
  paidIn: '',
}

test('a load priced in US dollars is told in them, whatever its bill is in', () => {
  expect(expectedOf({ expected }, 'en-US')).toBe('$\u00a0423.88')
})

test('a load without a price has none', () => {
  expect(expectedOf({ expected: { ...expected, priced: false } }, 'en-US')).toBe('')
  expect(expectedOf({ expected: null }, 'en-US')).toBe('')
})
