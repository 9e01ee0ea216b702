import { afterEach, expect, test, vi } from 'vitest'
import { dayIn, earliestDay, instantAt, localAt, plusDays } from './day'

afterEach(() => vi.restoreAllMocks())

test("a time on the warehouse's clock becomes an instant, in winter, in summer and at the turn", () => {
  expect(instantAt('2026-11-25T14:30', 'America/New_York')).toBe('2026-11-25T19:30:00.000Z')
  expect(instantAt('2026-07-01T14:30', 'America/New_York')).toBe('2026-07-01T18:30:00.000Z')
  expect(instantAt('2026-11-01T12:00', 'America/Los_Angeles')).toBe('2026-11-01T20:00:00.000Z')
  expect(instantAt('2026-03-08T03:30', 'America/New_York')).toBe('2026-03-08T07:30:00.000Z')
  expect(instantAt('2026-06-01T00:15', 'UTC')).toBe('2026-06-01T00:15:00.000Z')
  for (const local of ['2026-01-15T00:00', '2026-08-31T23:59'])
    expect(localAt(instantAt(local, 'America/Chicago'), 'America/Chicago')).toBe(local)
})

test('a calendar day is that of the zone, whatever the engine makes of a locale', () => {
  // WebKit with ICU 72 writes the locale en-CA as 11/20/2026.
  const formats: { format: unknown } = Intl.DateTimeFormat.prototype as never // a getter, which its type does not tell
  vi.spyOn(formats, 'format', 'get').mockReturnValue(() => '11/20/2026')
  const at = '2026-11-21T03:00:00Z'
  expect(dayIn('America/New_York', at)).toBe('2026-11-20')
  expect(dayIn('UTC', Date.parse(at))).toBe('2026-11-21')
  expect(dayIn('Pacific/Auckland', new Date(at))).toBe('2026-11-21')
  expect(dayIn('Pacific/Auckland', '2026-11-21T11:00:00Z')).toBe('2026-11-22')
  expect(earliestDay(Date.parse('2026-11-21T09:59:59Z'))).toBe('2026-11-20')
  expect(earliestDay(Date.parse('2026-11-21T10:00:00Z'))).toBe('2026-11-21')
})

test("without a zone it is the device's own day", () => {
  const at = new Date(2026, 10, 20, 23, 59)
  expect(dayIn(undefined, at)).toBe('2026-11-20')
  expect(dayIn('', at)).toBe('2026-11-20')
})

test('days are counted over the turn of a month and of a clock', () => {
  expect(plusDays('2026-11-01', -1)).toBe('2026-10-31')
  expect(plusDays('2028-02-28', 2)).toBe('2028-03-01')
})
