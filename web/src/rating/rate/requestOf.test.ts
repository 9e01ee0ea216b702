import { expect, test } from 'vitest'
import { requestOf } from './requestOf'
import { rateSearch } from './search'

const way = { from: 30336, to: '37203' }

test('several lines, modes and a day become one question', () => {
  const q = requestOf(
    rateSearch({
      ...way,
      lb: 500,
      class: 85,
      pallets: 2,
      more: [{ lb: '300', class: 'density', length: 48 }, { pallets: 4 }, 7],
      modes: 3,
      by: '2026-12-01',
    }),
  )
  expect(q).toMatchObject({ RateModeID: 3, ArriveBy: '2026-12-01', From: { zip: '30336' } })
  expect(q?.Items?.map((i) => [i.weight.milli, i.class, i.pallets, i.length?.milli])).toEqual([
    [500_000, '85', 2, 0],
    [300_000, '', 1, 48_000],
  ])
})

test('packages alone are a question, and nothing to carry is none', () => {
  expect(requestOf(rateSearch({ ...way, parcels: [{ lb: 5 }] }))).toMatchObject({ Mailpieces: [{ count: 1 }] })
  expect(requestOf(rateSearch({ ...way, parcels: [{ lb: 5 }] }))).not.toHaveProperty('Items')
  expect(requestOf(rateSearch({ ...way, lb: 500, parcels: [{ count: 3, lb: 12 }] }))).not.toHaveProperty('Items')
  expect(requestOf(rateSearch(way))).toBeUndefined()
})
