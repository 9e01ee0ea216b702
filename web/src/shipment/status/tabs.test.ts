import { expect, test } from 'vitest'
import { statuses } from '@/kit/status/statuses'
import { counted, held, listed, past } from './tabs'

test('every status stands in a tab of its own or with its like, in the list and in the history', () => {
  const shown = new Set(listed.filter((l) => l !== 'all').flatMap((l) => held[l].of))
  expect([...shown].sort()).toEqual(Object.keys(statuses).sort())
  // What waits for a price is not history; what was put back to open is.
  expect([...new Set(past.flatMap((p) => held[p].of))].sort()).toEqual(['A', 'D', 'M', 'O', 'T', 'V', 'X'])
})

test('not shipped and claimed are counted for themselves', () => {
  const counts = { ByStatus: { T: 7, M: 2 }, NotShipped: 3, Claimed: 4 }
  expect([counted('NS', counts), counted('T', counts), counted('V', counts), counted('CI', counts)]).toEqual([3, 7, 0, 4])
})
