import type { ShipmentEntry } from '@sync/gen/api'
import { expect, test } from 'vitest'
import { booked } from './booked'

const made = { id: 'M1', n: 1, op: 'Shipment/BookCollect', args: {}, at: '2026-11-20T10:00:00Z', user: 'U1', device: 'D1' }
const item = (Description: string, Qty: number) => ({ Description, Qty, Weight: { milli: 1000, unit: 'lb' }, isNmfcValid: false })
const at = (city: string) => ({ name: '', street: '', city, state: '', zip: '', country: 'US' })

test('what is booked without a network says what is left at each stop, and its references once', () => {
  const entry: Partial<ShipmentEntry> = {
    WHSE: 'ATL',
    OrderNumber: 'C-1',
    PO_Number: 'PO 7',
    References: ['PO 7', ' D-2 ', ''],
    Carrier: 'odfl',
    AdditionalService: [],
    Items: [item('Shelving', 3), item('Widgets', 4)],
    ShipmentStops: [{ DropOffAddress: at('Waco'), Reference1: 'R1', Reference2: '', Items: [2] }, { DropOffAddress: at('Austin') }],
  }
  const s = booked('S1', entry as ShipmentEntry, 'Old Dominion', made)
  expect(s.stops.map(({ label, to, refs, items }) => [label, to.city, refs, items.map((it) => it.description)])).toEqual([
    ['Stop 1', 'Waco', ['R1'], ['Widgets']],
    ['Stop 2', 'Austin', [], []],
  ])
  expect(s.refs).toEqual(['PO 7', 'D-2'])
  expect(s).toMatchObject({ pieces: 7, carrier: 'ODFL' })
})
