import { expect, test } from 'vitest'
import { windowWrong } from './pickupWindow'

test.each([
  ['15:00', '09:00', true],
  ['', '09:00', true],
  ['02:00', '22:00', true], // a dock that works at night
  ['11:00', '12:00', false],
  ['09:59', '22:00', true],
  ['10:01', '22:00', false],
  ['10:00', '', false],
  ['09:00', '09:00', false], // no time for a truck
])('a window until %s from %s', (to, from, good) => {
  expect(windowWrong(to, from) === undefined).toBe(good)
})
