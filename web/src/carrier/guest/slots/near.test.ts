import { expect, test } from 'vitest'
import { byDay, type Free, nearest } from './near'

const at = (day: string, start: string): Free => ({ day, start, minutes: 60, free: 1 })

test('the nearest free times are told in order, across days', () => {
  const free = [at('2026-12-07', '08:00'), at('2026-12-07', '16:00'), at('2026-12-08', '08:00'), at('2026-12-10', '08:00')]
  expect(nearest(free, { day: '2026-12-07', start: '17:00' }, 2)).toEqual([free[1], free[0]].reverse())
  expect(nearest(free, { day: '2026-12-08', start: '07:00' }, 2)).toEqual([free[1], free[2]])
  expect(nearest([], { day: '2026-12-08', start: '07:00' }, 2)).toEqual([])
})

test('free times stand by day', () => {
  const free = [at('2026-12-07', '08:00'), at('2026-12-07', '16:00'), at('2026-12-08', '08:00')]
  expect(byDay(free)).toEqual([
    { day: '2026-12-07', times: [free[0], free[1]] },
    { day: '2026-12-08', times: [free[2]] },
  ])
})
