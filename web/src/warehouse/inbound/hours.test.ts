import { expect, test } from 'vitest'
import { hoursOf } from './hours'

test('rows stand under the hour in which they begin, those of earlier days first, those without a time last', () => {
  const at = (start: string, day = '2026-11-26') => ({ start, day })
  const got = hoursOf([at(''), at('14:30'), at('09:00'), at('09:45'), at('08:00', '2026-11-25')], '2026-11-26')
  expect(got.map((h) => `${h.hour} ${h.of.length}`)).toEqual(['earlier 1', '09:00 2', '14:00 1', ' 1'])
})
