import { describe, expect, it } from 'vitest'
import { aLoad } from '../testing/rows'
import { boardOf } from './board'
import { boardSearch } from './search'

const today = '2026-11-20'
const ids = (loads: { id: string }[]) => loads.map((l) => l.id)

describe('the board', () => {
  const loads = [
    aLoad({ id: 'old', shipOn: '2026-11-19', dueAt: '2026-11-19T15:00:00Z' }),
    aLoad({ id: 'late', dueAt: '2026-11-20T18:00:00Z' }),
    aLoad({ id: 'early', dueAt: '2026-11-20T12:00:00Z', carrier: 'SAIA', carrierName: 'Saia' }),
    aLoad({ id: 'tomorrow', shipOn: '2026-11-21' }),
    aLoad({ id: 'd12', state: 'loading', door: '12' }),
    aLoad({ id: 'd4', state: 'loaded', door: '4' }),
    aLoad({ id: 'done', state: 'signed', signedAt: '2026-11-20T10:00:00Z' }),
    aLoad({ id: 'done before', state: 'signed', shipOn: '2026-11-18', signedAt: '2026-11-18T10:00:00Z' }),
    aLoad({ id: 'gone', state: 'left' }),
    aLoad({ id: 'off', state: 'void' }),
  ]

  it('shows today, and what is still open from before, in the order of work', () => {
    const board = boardOf(loads, {}, today, 'America/New_York')
    expect(ids(board.next)).toEqual(['old', 'early', 'late'])
    expect(ids(board.here)).toEqual(['d4', 'd12'])
    expect(ids(board.signed)).toEqual(['done'])
    expect(ids(board.void)).toEqual(['off'])
    expect(board.counts).toMatchObject({ waiting: 3, loading: 1, loaded: 1, signed: 1, void: 1 })
    expect(board.carriers.map((c) => c.id)).toEqual(['RLCA', 'SAIA'])
  })

  it('narrows to a day, a carrier, a state', () => {
    expect(ids(boardOf(loads, { on: '2026-11-21' }, today, 'America/New_York').next)).toEqual(['tomorrow'])
    expect(ids(boardOf(loads, { carrier: 'SAIA' }, today, 'America/New_York').next)).toEqual(['early'])
    const loading = boardOf(loads, { state: 'loading' }, today, 'America/New_York')
    expect([ids(loading.here), loading.next, loading.signed]).toEqual([['d12'], [], []])
    expect(loading.counts.waiting).toBe(3)
  })
})

it('goes by the days of the warehouse, not by those of UTC', () => {
  const loads = [
    aLoad({ id: 'signed last night', state: 'signed', shipOn: '2026-11-19', signedAt: '2026-11-20T02:00:00Z' }),
    aLoad({ id: 'without a time', bol: '1', dueAt: null }),
    aLoad({ id: 'tonight', bol: '2', dueAt: '2026-11-21T01:00:00Z' }),
  ]
  const board = boardOf(loads, {}, today, 'America/New_York')
  expect(board.signed).toEqual([])
  expect(ids(boardOf(loads, {}, today, 'UTC').signed)).toEqual(['signed last night'])
  expect(ids(board.next)).toEqual(['tonight', 'without a time'])
})

it('takes only sense from an address', () => {
  expect(boardSearch({ on: 'x', state: 'gone', carrier: '', more: 'yes' })).toEqual({})
  expect(boardSearch({ on: today, state: 'loaded', carrier: 'SAIA', more: true, warehouse: 'ATL' })).toEqual({
    on: today,
    state: 'loaded',
    carrier: 'SAIA',
    more: true,
    warehouse: 'ATL',
  })
})
