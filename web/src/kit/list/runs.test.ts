import { expect, test } from 'vitest'
import { merge } from './runs'

test('of equals those of the first run come first', () => {
  const order = (a: string, b: string) => a.localeCompare(b[0] ?? '')
  expect(merge(['a', 'c', 'e'], ['b', 'c', 'f'], order)).toEqual(['a', 'b', 'c', 'c', 'e', 'f'])
  expect(merge([], ['b'], order)).toEqual(['b'])
  expect(merge(['b'], [], order)).toEqual(['b'])
})
