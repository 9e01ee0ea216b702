import type { OrderPurchaseLine } from '@sync/gen/tables'
import { expect, it } from 'vitest'
import { allOf, judge, shareOf } from './lines'
import { sent } from './sent'

const line = (no: string, pieces: number, shipped = 0, milli = pieces * 10_000): OrderPurchaseLine => ({
  line: no,
  item: { description: 'Bolts', pieces, packageType: 'CTN', pallets: 2, weight: { milli, unit: 'lb' } },
  shipped,
  parts: [],
})
const part = (Line: string, Qty: number, milli = 0) => ({ Line, Qty, Pallets: 1, Weight: { milli, unit: 'lb' } })

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
  expect(allOf([line('1', 40, 35), line('2', 6, 6), line('3', 8)]).map((p) => [p.Line, p.Qty, p.Pallets])).toEqual([
    ['1', 5, 0],
    ['3', 8, 2],
  ])
})

it('weighs a part by its line, never too light', () => {
  expect(shareOf(line('1', 3, 0, 10_000), 1)).toEqual({ milli: 3334, unit: 'lb' })
})

it('refuses more than is left, and a part of which nobody knows the weight', () => {
  const lines = [line('1', 40, 35), line('2', 6, 0, 0)]
  expect(Object.keys(judge([part('1', 6), part('2', 1)], lines))).toEqual(['[0].Qty', '[1].Weight'])
  expect(judge([part('1', 5), part('2', 1, 4_000)], lines)).toEqual({})
})
