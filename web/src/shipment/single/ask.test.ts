import { expect, it } from 'vitest'
import { itemOf } from './ask'

it('asks the price with the room that somebody states', () => {
  const line = { Description: 'Foam', isNmfcValid: true, Qty: 10, Weight: { milli: 300_000, unit: 'lb' } }
  const CBM = { milli: 2000, unit: 'm3' }
  const linearFeet = { milli: 5000, unit: 'ft' }
  expect(itemOf({ ...line, CBM, linearFeet })).toMatchObject({ CBM, linearFeet })
  expect(Object.keys(itemOf(line))).not.toContain('CBM')
})
