import { afterEach, expect, test, vi } from 'vitest'
import { isLate } from './late'

afterEach(() => void vi.useRealTimers())

const at = (now: string, s: Parameters<typeof isLate>[0]) => {
  vi.useFakeTimers({ now: new Date(now) })
  return isLate(s)
}

test('a load is not shipped once its day is over in Hawaii, too, as the server counts it', () => {
  const tendered = { status: 'T', shipOn: '2026-11-24' } as const
  expect(at('2026-11-25T09:59:00Z', tendered)).toBe(false)
  expect(at('2026-11-25T10:00:00Z', tendered)).toBe(true)
  expect(at('2026-11-25T10:00:00Z', { ...tendered, status: 'M' })).toBe(true)
})

test('what has left, what no carrier has, and what has no day yet is not "not shipped"', () => {
  for (const status of ['O', 'S', 'Q', 'H', 'A', 'D', 'X', 'V'] as const)
    expect(at('2027-01-01T00:00:00Z', { status, shipOn: '2026-11-24' })).toBe(false)
  expect(at('2027-01-01T00:00:00Z', { status: 'T', shipOn: '' })).toBe(false)
})
