import { expect, test } from 'vitest'
import { decimalOf } from './columns'

test('a comma is a point where the language writes it so', () => {
  expect(decimalOf('1250,5', 'fr')).toBe('1250.5')
  expect(decimalOf('1250.5', 'fr')).toBe('1250.5')
  expect(decimalOf('1,250.5', 'en')).toBe('1,250.5')
})
