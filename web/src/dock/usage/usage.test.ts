import type { DockUsage } from '@sync/gen/api'
import { expect, it } from 'vitest'
import { byDay, daysBetween, latestDay } from '@/kit/report/days'
import { usageSearch } from './search'
import { totals } from './usage'

const row = (day: string, scans: number, more: Partial<DockUsage> = {}): DockUsage => ({
  warehouse: 'ATL',
  day,
  userId: 'U-DOCK',
  userName: 'Dana',
  scans,
  loads: 1,
  signatures: 0,
  exceptions: 0,
  photos: 2,
  ...more,
})

it('shows a day without work as a day, and sums people and warehouses', () => {
  const rows = [row('2026-11-18', 3), row('2026-11-18', 4, { warehouse: 'DAL' }), row('2026-11-20', 5, { userId: 'U-2' })]
  expect(
    byDay(
      rows,
      (u) => u.day,
      (u) => u.scans,
      '2026-11-18',
      '2026-11-20',
    ),
  ).toEqual([
    { day: '2026-11-18', value: 7 },
    { day: '2026-11-19', value: 0 },
    { day: '2026-11-20', value: 5 },
  ])
  expect(totals(rows)).toEqual({ scans: 12, loads: 3, signatures: 0, exceptions: 0, photos: 6 })
})

it('counts days over the end of summer time, and never without end', () => {
  expect(daysBetween('2026-10-31', '2026-11-02')).toEqual(['2026-10-31', '2026-11-01', '2026-11-02'])
  expect(daysBetween('2026-11-02', '2026-11-01')).toEqual([])
  expect(daysBetween('1900-01-01', '2026-01-01')).toHaveLength(367)
})

it('ends with the newest day of a warehouse, also of one ahead of the reader', () => {
  const now = Date.parse('2026-11-20T12:00:00Z')
  expect(latestDay([{ zone: 'America/Chicago' }, { zone: 'Pacific/Auckland' }], now)).toBe('2026-11-21')
  expect(latestDay([{ zone: '' }], now) >= '2026-11-20').toBe(true)
})

it('takes only sense from an address', () => {
  expect(usageSearch({ from: 'x', of: 'all', user: [1] })).toEqual({})
  expect(usageSearch({ from: '2026-11-01', to: '2026-11-30', of: 'loads', user: 'U-1', warehouse: 'ATL' })).toEqual({
    from: '2026-11-01',
    to: '2026-11-30',
    of: 'loads',
    user: 'U-1',
    warehouse: 'ATL',
  })
})
