import type { AnalyticsSum } from '@sync/gen/api'
import { expect, test } from 'vitest'
import { marksOf } from './marks'

const sum = (group: string, rows: number) => ({ id: group, group, rows }) as AnalyticsSum // the chart reads no more
const days = Array.from({ length: 20 }, (_, i) => sum(`2025-10-${String(i + 1).padStart(2, '0')}`, i % 7))

test('days stay in their order, all of them', () => {
  expect(marksOf(days, 'day', (s) => s.group).map((m) => m.label)).toEqual(days.map((d) => d.group))
})

test('other groups are the largest ones', () => {
  const marks = marksOf(days, 'carrier', (s) => s.group)
  expect(marks).toHaveLength(15)
  expect(marks[0]?.value).toBe(6)
})
