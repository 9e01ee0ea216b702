import { expect, test } from 'vitest'
import { groups } from './identifier'
import { count, inUnit, measure, money } from './measure'
import { ago, clock, dateTime, day, setClock, span } from './time'
import { windowOf } from './window'

test('identifiers fall into groups of three or four', () => {
  expect(groups('0614141000731')).toEqual(['0614', '141', '000', '731'])
  expect(groups('061414100073')).toEqual(['0614', '1410', '0073'])
  expect(groups('123456789')).toEqual(['123', '456', '789'])
  expect(groups('ORD-10423')).toEqual(['ORD-10423'])
  for (const n of [7, 8, 10, 11, 14, 15, 17, 18, 20]) for (const g of groups('1'.repeat(n))) expect([3, 4]).toContain(g.length)
})

test('a time is told with its zone, an age in words', () => {
  const at = '2026-11-20T10:00:00Z'
  expect(dateTime(at, 'en', 'America/New_York')).toMatch(/5:00.AM EST/)
  expect(ago(at, 'en', Date.parse(at) + 4 * 60_000)).toBe('4 min. ago')
  expect(ago(at, 'es', Date.parse(at) + 2 * 3_600_000)).toMatch(/hace 2 h/)
  expect(span(125 * 60_000, 'en')).toBe('2 hr 5 min')
  expect(span(60_000, 'en')).toBe('1 min')
})

test('a day is the same day in every zone', () => {
  expect(day('2020-02-29', 'en')).toBe('Sat, Feb 29, 2020')
})

test('a measure keeps what was entered and can be read in another unit', () => {
  expect(measure({ milli: 18_420_500, unit: 'lb' }, 'en')).toBe('18,420.5 lb')
  expect(inUnit({ milli: 1_000_000, unit: 'kg' }, 'lb')).toEqual({ milli: 2_204_623, unit: 'lb' })
  expect(inUnit({ milli: 1000, unit: 'pallet' }, 'lb')).toBeUndefined()
})

test("money has its currency's own decimals", () => {
  expect(money(61240, 'USD', 'en')).toBe('$\u00a0612.40')
  expect(money(61200, 'USD', 'en')).toBe('$\u00a0612')
  expect(money(-123456, 'CAD', 'en')).toBe('-1,234.56\u00a0CAD')
  expect(money(612, 'JPY', 'en')).toBe('612\u00a0JPY')
})

test('Spanish figures are written as in North America', () => {
  expect(measure({ milli: 14_388_000, unit: 'lb' }, 'es')).toBe('14,388 lb')
  expect(count(4320, 'es')).toBe('4,320')
})

test('a clock is of 24 hours, or hh:mm AM and PM, as the organisation has it', () => {
  const at = '2020-02-29T18:05:00Z'
  expect(clock(at, 'en', 'UTC')).toBe('6:05 PM')
  setClock(true)
  expect([clock(at, 'en', 'UTC'), windowOf('11:00', '15:30'), windowOf('11:00', '')]).toEqual(['18:05', '11:00–15:30', '11:00'])
  setClock(false)
  expect([clock(at, 'en', 'UTC'), windowOf('11:00', '15:30')]).toEqual(['06:05 PM', '11:00 AM–03:30 PM'])
  setClock(undefined)
})
