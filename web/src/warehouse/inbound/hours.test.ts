import { expect, test } from 'vitest'
import { hoursOf } from './hours'

test('rows stand under the hour in which they begin, those without a time last', () => {
  const at = (start: string) => ({ start })
  const got = hoursOf([at(''), at('14:30'), at('09:00'), at('09:45')])
  expect(got.map((h) => `${h.hour} ${h.of.length}`)).toEqual(['09:00 2', '14:00 1', ' 1'])
})
