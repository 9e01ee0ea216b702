import { expect, it } from 'vitest'
import { outside, rangeOf, unitOf } from './temperature'

it.each([
  ['2 to 8 °C', { from: 2, to: 8, unit: 'C' }],
  ['34–38 F', { from: 34, to: 38, unit: 'F' }],
  ['34-38°F', { from: 34, to: 38, unit: 'F' }],
  ['-18 °C', { from: -18, to: -18, unit: 'C' }],
  ['-25 to -18 °C', { from: -25, to: -18, unit: 'C' }],
  ['2,5 a 8 °C', { from: 2.5, to: 8, unit: 'C' }],
  ['keep cool', undefined],
])('reads %s', (asked, range) => expect(rangeOf(asked)).toEqual(range))

it('tells what is too warm or too cold, on either scale', () => {
  expect(outside({ milli: 4000, unit: 'C' }, '2 to 8 °C')).toBe(false)
  expect(outside({ milli: 39_000, unit: 'F' }, '2 to 8 °C')).toBe(false)
  expect(outside({ milli: 52_000, unit: 'F' }, '2 to 8 °C')).toBe(true)
  expect(outside({ milli: -10_000, unit: 'C' }, '-18 °C')).toBe(true)
  expect(outside({ milli: 90_000, unit: 'F' }, 'keep cool')).toBe(false)
  expect(unitOf('34-38 F')).toBe('F')
})
