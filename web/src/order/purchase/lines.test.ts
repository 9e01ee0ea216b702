import type { OrderPurchaseLine } from '@sync/gen/tables'
import { expect, it } from 'vitest'
import { allOf, alongside, compareLines, judge, shareOf } from './lines'
import { allSent, sent } from './sent'

const line = (no: string, pieces: number, shipped = 0, milli = pieces * 10_000): OrderPurchaseLine => ({
  line: no,
  item: { description: 'Bolts', pieces, packageType: 'CTN', pallets: 2, weight: { milli, unit: 'lb' } },
  shipped,
  parts: [],
})
const part = (Line: string, Qty: number, milli = 0, PurchaseId = 'P') => ({
  PurchaseId,
  Line,
  Qty,
  Pallets: 1,
  Weight: { milli, unit: 'lb' },
})

it('counts what is on a shipment, and leaves the other lines alone', () => {
  const p = { lines: [line('1', 40), line('2', 6)], open: 46 }
  const next = sent(p, 'S1', [part('1', 30)])
  expect(next?.open).toBe(16)
  expect(next?.lines[0]?.parts).toEqual([{ shipmentId: 'S1', number: '', pieces: 30 }])
  expect(next?.lines[1]).toBe(p.lines[1])
})

it('guesses nothing where the server will say no', () => {
  expect(sent({ lines: [line('1', 40, 35)], open: 5 }, 'S1', [part('1', 6)])).toBeUndefined()
  expect(sent({ lines: [line('1', 40)], open: 40 }, 'S1', [part('9', 1)])).toBeUndefined()
})

it('offers all that is left, and the pallets of a line that nothing of has left', () => {
  expect(allOf({ id: 'P', lines: [line('1', 40, 35), line('2', 6, 6), line('3', 8)] }).map((p) => [p.Line, p.Qty, p.Pallets])).toEqual([
    ['1', 5, 0],
    ['3', 8, 2],
  ])
})

it('weighs a part by its line, never too light', () => {
  expect(shareOf(line('1', 3, 0, 10_000), 1)).toEqual({ milli: 3334, unit: 'lb' })
})

it('refuses more than is left, and a part of which nobody knows the weight', () => {
  const lines = [{ id: 'P', lines: [line('1', 40, 35), line('2', 6, 0, 0)] }]
  expect(Object.keys(judge([part('1', 6), part('2', 1)], lines))).toEqual(['[0].Qty', '[1].Weight'])
  expect(judge([part('1', 5), part('2', 1, 4_000)], lines)).toEqual({})
})

it('has several orders on one shipment, or none of them', () => {
  const two = [
    { id: 'P', lines: [line('1', 40)], open: 40 },
    { id: 'Q', lines: [line('1', 6)], open: 6 },
  ]
  expect(allSent(two, 'S1', [part('1', 30), part('1', 6, 0, 'Q')]).map((p) => p.open)).toEqual([10, 0])
  expect(allSent(two, 'S1', [part('1', 30), part('1', 7, 0, 'Q')])).toEqual([])
})

it('takes what leaves one dock for one warehouse, however it was typed', () => {
  const vendor = { name: 'Mill Co', street: '4 Foundry St', city: 'Greenville', state: 'SC', zip: '29601', country: 'US' }
  const one = { warehouse: 'ATL', vendor }
  expect(alongside(one, { warehouse: 'ATL', vendor: { ...vendor, name: ' MILL  co', contact: 'Rosa' } })).toBe(true)
  expect(alongside(one, { warehouse: 'DAL', vendor })).toBe(false)
  expect(alongside(one, { warehouse: 'ATL', vendor: { ...vendor, street: '9 Quarry Rd' } })).toBe(false)
})

it('compares the parts of the order that was refused, and no other', () => {
  const row = { id: 'Q', number: 'PO-2', lines: [line('1', 6, 4)] }
  const parts = [{ ...part('1', 30), PurchaseId: undefined }, part('1', 5, 0, 'Q')]
  expect(compareLines(parts, 'P', row).map((l) => [l.yours, l.now])).toEqual([['5', '2']])
})
