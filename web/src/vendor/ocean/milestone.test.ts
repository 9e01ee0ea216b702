import { expect, test } from 'vitest'
import { nextOf } from './milestone'

test('the milestone that mostly follows is offered first', () => {
  expect(nextOf('')).toBe('gate-in')
  expect(nextOf('gate-in')).toBe('loaded')
  expect(nextOf('departed')).toBe('arrived')
  expect(nextOf('gate-out')).toBe('rail-loaded')
  expect(nextOf('delayed')).toBe('delivered')
})
