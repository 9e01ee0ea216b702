import { shipmentStates } from '@sync/gen/states'
import type { Shipment } from '@sync/gen/tables'
import { expect, test } from 'vitest'
import { type Move, mayMove, moved, movesFrom, movesOf, swipes, wayBack } from './moves'
import { moveWords } from './words'

const at = '2026-11-21T12:00:00Z'
const shipment = (other: Partial<Shipment>) =>
  ({ id: 'S1', status: 'Q', carrier: '', back: '', onDock: false, signedAt: null, ...other }) as Shipment // what the rules read
const actions = (s: Shipment) => movesOf(s).map((m) => `${m.action} ${m.to}`)
const moveTo = (s: Shipment, to: string) => movesOf(s).find((m) => m.to === to) as Move

test('a move is offered only where its condition is met', () => {
  expect(actions(shipment({}))).not.toContain('tender T')
  expect(actions(shipment({ carrier: 'SAIA' }))).toContain('tender T')
  expect(actions(shipment({ status: 'T', onDock: true }))).not.toContain('requote Q')
  expect(actions(shipment({ status: 'X', back: 'M' }))).toEqual(['restore M', 'archive V'])
})

test('a move is that of its own status, though another status knows one of the same name', () => {
  const [fromT, fromM] = (['T', 'M'] as const).map((s) => movesFrom(s).find((m) => m.action === 'in-transit') as Move)
  const confirmed = shipment({ status: 'M', carrier: 'SAIA' })
  expect(fromT?.to).toBe(fromM?.to)
  expect([mayMove(confirmed, fromT as Move), mayMove(confirmed, fromM as Move)]).toEqual([false, true])
})

test("what only the program does is nobody's button", () => {
  for (const status of ['T', 'M'] as const) expect(movesFrom(status).some((m) => m.action === 'depart')).toBe(false)
})

test('after a move the row is what the server would make of it', () => {
  expect(moved(shipment({ status: 'A', onDock: false }), 'D', at)).toMatchObject({ status: 'D', deliveredAt: at, changedAt: at })
  expect(moved(shipment({ status: 'X', back: 'T', exception: 'LATE', reason: 'flat tyre' }), 'T', at)).toMatchObject({
    status: 'T',
    back: '',
    exception: '',
    reason: '',
  })
  expect(moved(shipment({ status: 'T', onDock: true }), 'A', at)?.onDock).toBe(false)
  expect(moved(shipment({ status: 'D' }), 'T', at)).toBeUndefined()
})

test('undo is offered where the table knows a way back that asks nothing', () => {
  const scheduled = shipment({ status: 'T', carrier: 'SAIA' })
  expect(wayBack(scheduled, moveTo(scheduled, 'M'))).toBe('T')
  const rated = shipment({ status: 'Q' })
  expect(wayBack(rated, moveTo(rated, 'H'))).toBe('Q')
  const rolling = shipment({ status: 'A' })
  expect(wayBack(rolling, moveTo(rolling, 'D'))).toBeUndefined()
})

test('a swipe to the right brings it on its way, one to the left back or aside, and neither makes a move that is not offered', () => {
  const says = (other: Partial<Shipment>) => {
    const { left, right } = swipes(shipment(other))
    return [left?.action, right?.action]
  }
  expect(says({ status: 'Q' })).toEqual(['defer', undefined]) // no carrier yet
  expect(says({ status: 'Q', carrier: 'SAIA' })).toEqual(['defer', 'tender'])
  expect(says({ status: 'T' })).toEqual(['requote', 'confirm'])
  expect(says({ status: 'T', onDock: true })).toEqual([undefined, 'confirm'])
  expect(says({ status: 'M', carrier: 'SAIA' })).toEqual(['tender', 'in-transit'])
  expect(says({ status: 'A' })).toEqual([undefined, 'deliver'])
  expect(says({ status: 'D' })).toEqual([undefined, undefined])
  expect(says({ status: 'O' })).toEqual(['save', 'rate'])
})

test('every move that a person can make has words', () => {
  for (const m of shipmentStates as Move[]) if (m.op) expect(moveWords(m), `${m.from} ${m.action}`).not.toBe(m.action)
})
