import { expect, test } from 'vitest'
import { ruleOf, weeklyOf } from './rule'

test('a rule of weekdays is read as it was written, and any other is left alone', () => {
  expect(ruleOf({ every: 2, days: ['WE', 'MO'] })).toBe('FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE')
  expect(weeklyOf('FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE')).toEqual({ every: 2, days: ['MO', 'WE'] })
  expect(weeklyOf('')).toEqual({ every: 1, days: [] })
  expect(ruleOf({ every: 1, days: [] })).toBe('')
  expect(weeklyOf('FREQ=MONTHLY;BYDAY=1MO')).toBeUndefined()
  expect(weeklyOf('FREQ=WEEKLY;INTERVAL=3;BYDAY=MO')).toBeUndefined()
})
