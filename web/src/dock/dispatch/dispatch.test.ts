import { describe, expect, it } from 'vitest'
import { aLoad } from '../testing/rows'
import { dispatchOf, doorTyped, inTheWay, isLate, stalled } from './dispatch'
import { dispatchSearch } from './search'

const today = '2026-11-20'
const now = Date.parse('2026-11-20T16:00:00Z')
const at = (hhmm: string) => `2026-11-20T${hhmm}:00Z`
const ids = (loads: { id: string }[]) => loads.map((l) => l.id)

describe('the dispatch console', () => {
  const loads = [
    aLoad({ id: 'loading', state: 'loading', door: '2', arrivedAt: at('14:00') }),
    aLoad({ id: 'behind', state: 'waiting', door: '2', dueAt: at('18:00') }),
    aLoad({ id: 'sent there too', state: 'arrived', door: '2', arrivedAt: at('13:00') }),
    aLoad({ id: 'just here', state: 'arrived', door: '', arrivedAt: at('15:30') }),
    aLoad({ id: 'long here', state: 'arrived', door: '', arrivedAt: at('12:00') }),
    aLoad({ id: 'soon', state: 'waiting', door: '', dueAt: at('17:00') }),
    aLoad({ id: 'tomorrow', state: 'waiting', door: '1', shipOn: '2026-11-21', dueAt: '2026-11-21T10:00:00Z' }),
    aLoad({ id: 'odd', state: 'loaded', door: 'YARD', arrivedAt: at('11:00') }),
    aLoad({ id: 'signed', state: 'signed', door: '3' }),
    aLoad({ id: 'void', state: 'void', door: '3' }),
  ]
  const d = dispatchOf(loads, ['1', '2', '3', '10'], now, today, 'America/New_York')

  it('has every door with who stands there and who comes next', () => {
    expect(d.doors.map((x) => [x.name, x.at?.id, ids(x.next)])).toEqual([
      ['1', undefined, []],
      ['2', 'loading', ['sent there too', 'behind']],
      ['3', undefined, []],
      ['10', undefined, []],
      ['YARD', 'odd', []],
    ])
    expect([d.free, d.loading]).toEqual([3, 1])
  })

  it('has the trucks that wait, the longest first, and those to come, the soonest first', () => {
    expect(ids(d.yard)).toEqual(['long here', 'sent there too', 'just here'])
    expect(ids(d.coming)).toEqual(['soon', 'behind'])
  })

  it('sends no truck that is here to a door where another stands, and plans one that is not', () => {
    const two = d.doors[1]
    expect(inTheWay(aLoad({ id: 'x', state: 'arrived' }), two)?.id).toBe('loading')
    expect(inTheWay(aLoad({ id: 'x', state: 'waiting' }), two)).toBeUndefined()
    expect(inTheWay(aLoad({ id: 'loading', state: 'loading' }), two)).toBeUndefined()
  })

  it('knows a door by the only beginning', () => {
    expect([doorTyped('yard', d.doors)?.name, doorTyped('10', d.doors)?.name, doorTyped('1', d.doors)?.name]).toEqual(['YARD', '10', '1'])
    expect([doorTyped('Y', d.doors)?.name, doorTyped('', d.doors), doorTyped('4', d.doors)]).toEqual(['YARD', undefined, undefined])
  })
})

it.each([
  ['past the end of its window', { dueAt: at('14:00'), dueBy: at('15:59') }, true],
  ['within its window', { dueAt: at('14:00'), dueBy: at('16:30') }, false],
  ['within a quarter of an hour of a time without a window', { dueAt: at('15:50'), dueBy: null }, false],
  ['well past a time without a window', { dueAt: at('15:40'), dueBy: null }, true],
  ['of an earlier day without any time', { dueAt: null, dueBy: null, shipOn: '2026-11-19' }, true],
  ['here and still loading past its window', { state: 'loading' as const, dueAt: at('12:00') }, true],
  ['closed, so it waits for nobody but the pen', { state: 'loaded' as const, dueAt: at('12:00') }, false],
])('%s', (_, given, late) => {
  expect(isLate(aLoad(given), now, today)).toBe(late)
})

it('notices that nobody scans any more', () => {
  expect(stalled(aLoad({ state: 'loading', workedAt: at('15:44') }), now)).toBe(true)
  expect(stalled(aLoad({ state: 'loading', workedAt: at('15:50') }), now)).toBe(false)
  expect(stalled(aLoad({ state: 'loaded', workedAt: at('12:00') }), now)).toBe(false)
})

it('reads its address', () => {
  expect(dispatchSearch({ warehouse: 'DAL', late: true, other: 1 })).toEqual({ warehouse: 'DAL', late: true })
  expect(dispatchSearch({ warehouse: ['7'], late: 'yes' })).toEqual({})
})
