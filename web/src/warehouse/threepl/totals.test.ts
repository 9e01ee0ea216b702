import { expect, test } from 'vitest'
import { totalsOf } from './totals'

test('weights of both units are added in one, and a load without a weight adds none', () => {
  const load = (pieces: number, pallets: number, milli: number, unit: string) => ({ pieces, pallets, weight: { milli, unit } })
  const got = totalsOf([load(10, 1, 100_000, 'lb'), load(5, 2, 100_000, 'kg'), load(1, 0, 0, '')], 'lb')
  expect(got).toMatchObject({ loads: 3, pieces: 16, pallets: 3 })
  expect(got.weight.milli).toBeGreaterThan(320_000)
  expect(got.weight.milli).toBeLessThan(321_000)
})
