import { expect, test } from 'vitest'
import { newId } from '@/kit/guest/newId'
import { nothingTyped } from './draft'
import { type Order, palletsLike, requestOf, weightOf, wrongs } from './ship'

const item = { description: 'Hex bolts', code: 'HX-1', pieces: 40, packageType: 'CTN', pallets: 0, weight: { milli: 400_000, unit: 'lb' } }
const order = (terms: 'P' | 'C', weight = item.weight): Order => ({
  id: 'O1',
  number: 'PO-1',
  warehouse: 'ATL',
  shipOn: '',
  dueOn: '',
  terms,
  lines: [{ line: '10', item: { ...item, weight }, left: 25, parts: [] }],
})
const draft = { ...nothingTyped, id: 'S1', orders: ['O1'], shipOn: '2026-12-01', name: 'Rosa' }
const typed = (pieces: string, pallets = '', weight = '') => ({ ...draft, lines: { 'O1/10': { pieces, pallets, weight } } })

test('what the server would refuse is said while it is typed', () => {
  const of = (d: typeof draft, o = order('C')) => [...wrongs(d, [o])].map(([k, v]) => `${k} ${v}`).join('; ')
  expect(of(typed('15', '2'))).toBe('')
  expect(of(draft)).toBe('lines nothing')
  expect(of(typed('0'))).toBe('lines nothing')
  expect(of(typed('26'))).toBe('O1/10 more-than-left')
  expect(of(typed('1.5'))).toBe('O1/10 not-a-number')
  expect(of(typed('5', '121'))).toBe('O1/10/pallets too-many-pallets')
  expect(of(typed('5'), order('C', { milli: 0, unit: 'lb' }))).toBe('O1/10/weight no-weight')
  expect(of(typed('5', '', '12,5'), order('C', { milli: 0, unit: 'lb' }))).toBe('')
  expect(of({ ...typed('5'), shipOn: '', name: ' ' }, order('P'))).toBe('shipOn missing; name missing; carrier missing')
})

test('a request says what fits its freight terms alone', () => {
  const full = { ...typed('15', '2'), from: '08:00', to: '12:00', carrier: 'ODFL', pro: '77', slot: '2026-12-03 09:00' }
  const held = { AccessID: 'a', clientId: '1' }
  expect(requestOf(full, [order('C')], held)).toMatchObject({
    Carrier: '',
    PRONumber: '',
    SlotDate: '',
    StartTime: '',
    PickupByFromTime: '08:00',
  })
  const kind = { ...full, kind: 'T1' }
  expect(requestOf(kind, [order('P')], held)).toMatchObject({ LoadTypeId: 'T1' })
  expect(requestOf({ ...kind, slot: '' }, [order('P')], held)).not.toHaveProperty('LoadTypeId')
  expect(requestOf(kind, [order('C')], held)).not.toHaveProperty('LoadTypeId')
  expect(requestOf(full, [order('P')], held)).toMatchObject({
    Carrier: 'ODFL',
    SlotDate: '2026-12-03',
    StartTime: '09:00',
    PickupByFromTime: '',
    Lines: [{ PurchaseId: 'O1', Line: '10', Qty: 15, Pallets: 2, Weight: { milli: 0, unit: 'lb' } }],
  })
})

test('pallets and weights are read as people write them', () => {
  const per = {
    code: 'HX-1',
    description: '',
    packageType: '',
    class: '',
    nmfc: '',
    hazmat: false,
    pieceWeight: { milli: 0, unit: 'lb' },
    perPallet: 8,
  }
  expect(palletsLike([per], 'HX-1', '15')).toBe(2)
  expect(palletsLike([per], 'HX-2', '15')).toBeUndefined()
  expect([weightOf('12.5'), weightOf('0'), weightOf('12 lb')]).toEqual([12_500, undefined, undefined])
})

test('ids are ULIDs that tell their time', () => {
  const one = newId(1_796_000_000_000)
  expect(one).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/)
  expect(one.slice(0, 10)).toBe(newId(1_796_000_000_000).slice(0, 10))
  expect(one < newId(1_796_000_000_032)).toBe(true)
  expect(newId()).not.toBe(newId())
})
