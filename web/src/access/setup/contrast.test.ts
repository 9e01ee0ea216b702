import { expect, test } from 'vitest'
import { codeOf, contrast } from './contrast'

test('the contrast with white is that of the standard, as on the server', () => {
  for (const [colour, want] of [
    ['#ffffff', 1],
    ['#000000', 21],
    ['#767676', 4.54],
    ['#ff0000', 4.0],
    ['#0000ff', 8.59],
  ] as const)
    expect(contrast(colour)).toBeCloseTo(want, 1)
  expect(contrast('blue')).toBeUndefined()
})

test('a name suggests its first word as the code', () => {
  expect(codeOf('Acme Freight, Inc.')).toBe('ACME')
  expect(codeOf('Éclair & Co')).toBe('ECLAIR')
  expect(codeOf('3M Company')).toBe('M')
  expect(codeOf('')).toBe('')
})
