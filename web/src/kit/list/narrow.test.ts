import { expect, test } from 'vitest'
import { compare } from './narrow'

test('numbers by size, text as people sort it, nothing last', () => {
  expect([10, 9, undefined, 2].sort(compare)).toEqual([2, 9, 10, undefined])
  expect(['Door 12', '', 'door 4'].toSorted(compare)).toEqual(['door 4', 'Door 12', ''])
})

test('nothing is as much as nothing, in whatever form: what is sorted by next decides', () => {
  for (const a of [undefined, null, '']) for (const b of [undefined, null, '']) expect(compare(a, b)).toBe(0)
})
