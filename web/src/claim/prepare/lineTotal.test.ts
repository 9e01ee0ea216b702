import { expect, test } from 'vitest'
import { lineTotal } from './lineTotal'

test('a line comes to its pieces times their value, and to nothing while that is no amount', () => {
  expect(lineTotal({ Pieces: 3, UnitMinor: 12550 }, 'en')).toBe('376.50')
  expect(lineTotal({ Pieces: 3, UnitMinor: Number.NaN }, 'en')).toBe('–')
})
