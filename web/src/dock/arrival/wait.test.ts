import { expect, it } from 'vitest'
import { aLoad } from '../testing/rows'
import { before, usualStay } from './wait'

const at = (time: string) => `2026-11-20T${time}:00Z`

it('counts who came before and is not being loaded', () => {
  const me = aLoad({ id: 'S1', state: 'arrived', arrivedAt: at('10:00') })
  const here = [
    me,
    aLoad({ id: 'S2', state: 'arrived', arrivedAt: at('09:30') }),
    aLoad({ id: 'S3', state: 'arrived', arrivedAt: at('10:30') }),
    aLoad({ id: 'S4', state: 'loading', arrivedAt: at('08:00') }),
    aLoad({ id: 'S5', state: 'waiting' }),
  ]
  expect(before(me, here)).toBe(1)
  expect(before(aLoad({ id: 'S9', state: 'waiting' }), here)).toBe(3)
})

it('says how long trucks stay only where it is known of some', () => {
  const stay = (id: string, until: string) => aLoad({ id, state: 'signed', arrivedAt: at('08:00'), signedAt: at(until) })
  expect(usualStay([stay('S1', '09:00'), stay('S2', '10:00')])).toBeUndefined()
  expect(usualStay([stay('S1', '09:00'), stay('S2', '12:00'), stay('S3', '08:40'), aLoad({ id: 'S4', state: 'signed' })])).toBe(3_600_000)
})
