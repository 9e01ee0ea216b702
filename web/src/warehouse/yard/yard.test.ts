import { describe, expect, it } from 'vitest'
import {
  daysHere,
  daysOver,
  inOrder,
  keyOf,
  type Move,
  mapOf,
  matches,
  nextBy,
  type Row,
  shown,
  spotTyped,
  type Trailer,
  tooWarm,
} from './yard'

const aRow = (of: Partial<Row> = {}): Row => ({
  id: 'RA',
  warehouse: 'ATL',
  name: 'A',
  kind: 'spots',
  first: 1,
  spots: 4,
  closed: ['3'],
  doors: [],
  x: 0,
  y: 4,
  down: false,
  Rev: 1,
  At: null,
  By: '',
  ...of,
})
const aTrailer = (of: Partial<Trailer> = {}): Trailer => ({
  id: 'T1',
  warehouse: 'ATL',
  number: '53021',
  carrier: 'ODFL',
  carrierName: 'Old Dominion',
  contents: 'loaded',
  seal: 'S1',
  setPoint: { milli: 0, unit: '' },
  reading: { milli: 0, unit: '' },
  readAt: null,
  dropped: true,
  freeDays: 3,
  rowId: 'RA',
  spot: 2,
  door: '',
  placedAt: null,
  cameAt: '2026-11-20T14:00:00Z',
  shipmentId: '',
  note: '',
  ...of,
})
const aMove = (of: Partial<Move> = {}): Move => ({
  id: 'M1',
  warehouse: 'ATL',
  trailerId: 'T1',
  rowId: '',
  spot: 0,
  door: '02',
  priority: 'normal',
  note: '',
  state: 'open',
  askedBy: 'Olive',
  askedAt: '2026-11-20T15:00:00Z',
  endedBy: '',
  endedAt: null,
  reason: '',
  ...of,
})

describe('the map', () => {
  const map = mapOf(
    [aRow(), aRow({ id: 'RB', name: 'B', first: 10, closed: [], x: 6, y: 4, down: true })],
    ['01', '02'],
    [aTrailer()],
    [aMove()],
  )

  it('has each spot that is open where its number lies, and doors that no row has above them', () => {
    expect(map.spots.map((s) => s.name)).toEqual(['01', '02', 'A 1', 'A 2', 'A 4', 'B 10', 'B 11', 'B 12', 'B 13'])
    const [door, , a1, a2, a4, b10, b11] = map.spots
    expect(a2?.x).toBe((a1?.x ?? 0) + (a1?.wide ?? 0))
    expect(a4?.x).toBe((a1?.x ?? 0) + 3 * (a1?.wide ?? 0))
    expect(b11?.y).toBe((b10?.y ?? 0) + (b10?.tall ?? 0))
    expect(b11?.x).toBe(b10?.x)
    expect(door?.y).toBeLessThan(a1?.y ?? 0)
  })

  it('tells who stands on a spot and who is asked for there', () => {
    expect(map.spots.find((s) => s.name === 'A 2')?.trailer?.number).toBe('53021')
    expect(map.spots.find((s) => s.name === '02')?.asked?.id).toBe('M1')
  })

  it('has the doors of a row of doors in its order, and the others above', () => {
    const own = mapOf([aRow({ kind: 'doors', name: 'EAST', doors: ['02', '01'] })], ['01', '02', '03'], [], [])
    expect(own.spots.map((s) => s.name)).toEqual(['03', '02', '01'])
    expect(mapOf([aRow({ kind: 'doors', spots: 0 })], ['01', '02'], [], []).spots.map((s) => s.name)).toEqual(['01', '02'])
  })

  it('goes by the arrows as the places lie', () => {
    const at = (name: string) => map.spots.find((s) => s.name === name) ?? (map.spots[0] as never)
    expect(nextBy('ArrowRight', at('A 2'), map.spots)?.name).toBe('A 4')
    expect(nextBy('ArrowLeft', at('A 2'), map.spots)?.name).toBe('A 1')
    expect(nextBy('ArrowUp', at('A 1'), map.spots)?.name).toBe('01')
    expect(nextBy('ArrowDown', at('B 10'), map.spots)?.name).toBe('B 11')
    expect(nextBy('ArrowLeft', at('A 1'), map.spots)).toBeUndefined()
    expect(nextBy('Enter', at('A 1'), map.spots)).toBeUndefined()
  })

  it('finds what is typed', () => {
    expect(spotTyped('a4', map.spots)?.name).toBe('A 4')
    expect(spotTyped(' 2', map.spots)?.name).toBe('02')
    expect(spotTyped('a3', map.spots)).toBeUndefined()
    expect(spotTyped('', map.spots)).toBeUndefined()
  })
})

describe('days', () => {
  const zone = 'America/New_York'
  it('are those of the site’s calendar', () => {
    expect(daysHere({ cameAt: '2026-11-20T04:30:00Z' }, zone, Date.parse('2026-11-20T05:30:00Z'))).toBe(1) // over midnight in Atlanta
    expect(daysHere({ cameAt: '2026-10-31T12:00:00Z' }, zone, Date.parse('2026-11-02T12:00:00Z'))).toBe(2) // a day of 25 hours
  })
  it('count beyond the free ones for drop trailers alone', () => {
    const now = Date.parse('2026-11-25T14:00:00Z')
    expect(daysOver(aTrailer(), zone, now)).toBe(2)
    expect(daysOver(aTrailer({ dropped: false }), zone, now)).toBe(0)
    expect(daysOver(aTrailer({ freeDays: -1 }), zone, now)).toBe(0)
    expect(daysOver(aTrailer({ freeDays: 9 }), zone, now)).toBe(0)
  })
})

it('a reefer is off by its own scale', () => {
  const f = (milli: number) => ({ milli, unit: 'F' })
  expect(tooWarm({ setPoint: f(36_000), reading: f(40_000) })).toBe(false)
  expect(tooWarm({ setPoint: f(-10_000), reading: f(-2_000) })).toBe(true)
  expect(tooWarm({ setPoint: f(32_000), reading: { milli: 4_000, unit: 'C' } })).toBe(true)
  expect(tooWarm({ setPoint: f(32_000), reading: { milli: 0, unit: '' } })).toBe(false)
})

it('moves are done by how pressing they are, and then as they were asked', () => {
  const list = [
    aMove({ id: 'late', priority: 'later', askedAt: '2026-11-20T01:00:00Z' }),
    aMove({ id: 'second', askedAt: '2026-11-20T03:00:00Z' }),
    aMove({ id: 'first', askedAt: '2026-11-20T02:00:00Z' }),
    aMove({ id: 'now', priority: 'now', askedAt: '2026-11-20T04:00:00Z' }),
  ]
  expect(inOrder(list).map((m) => m.id)).toEqual(['now', 'first', 'second', 'late'])
})

it('trailers are found and narrowed', () => {
  const around = { zone: 'America/New_York', now: Date.parse('2026-11-25T14:00:00Z'), moves: [aMove()] }
  const t = aTrailer()
  expect((['empty', 'loaded', 'reefer', 'over', 'asked', 'adrift'] as const).filter((by) => shown(t, by, around))).toEqual([
    'loaded',
    'over',
    'asked',
  ])
  expect(shown(aTrailer({ rowId: '', spot: 0 }), 'adrift', around)).toBe(true)
  expect([matches(t, 'A 2', 'dominion'), matches(t, 'A 2', 'a 2'), matches(t, 'A 2', 's1'), matches(t, 'A 2', 'zzz')]).toEqual([
    true,
    true,
    true,
    false,
  ])
  expect(keyOf({ rowId: '', spot: 0, door: '7' })).toBe('door:7')
})
