import type { AnalyticsAct } from '@sync/gen/api'
import { expect, test } from 'vitest'
import { keyOf, marksOf } from './acts'

const act = (over: Partial<AnalyticsAct>) => ({ user: 'U1', work: 'plan', day: '2026-03-02', warehouse: 'ATL', ...over }) as AnalyticsAct

test('a group has as many entries as are listed behind it', () => {
  const rows = [act({}), act({ user: 'U2' }), act({ user: 'U2', day: '2026-03-04' }), act({ user: '' })]
  const marks = marksOf(rows, 'user', '2026-03-02', '2026-03-04', (key) => key)
  expect(marks.map((m) => [m.key, m.value])).toEqual([
    ['U2', 2],
    ['-', 1],
    ['U1', 1],
  ])
  for (const m of marks) expect(rows.filter((r) => keyOf(r, 'user') === m.key)).toHaveLength(m.value ?? -1)
})

test('a day on which nothing was done is a day with none', () => {
  const marks = marksOf([act({}), act({ day: '2026-03-04' })], 'day', '2026-03-02', '2026-03-04', (key) => key)
  expect(marks.map((m) => m.value)).toEqual([1, 0, 1])
})
