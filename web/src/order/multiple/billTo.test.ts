import type { Order } from '@sync/gen/tables'
import { expect, it } from 'vitest'
import type { GridColumn } from '@/kit/grid/column'
import { pasteRange } from '@/kit/grid/range'
import { Sheet } from '@/kit/grid/sheet'
import { mannerOf } from '@/kit/grid/values'
import { billTo, type Line, linesOf, orderColumns, usual, withBillTo } from './lines'
import { headFrom } from './save'

const every = orderColumns({ carriers: [], items: [], text: String })
const item = { description: 'Nuts', pieces: 1, packageType: 'CTN', pallets: 0, weight: { milli: 5000, unit: 'lb' }, class: '70' }
const address = { name: 'Globex', street: '9 Dock Rd', city: 'Memphis', state: 'TN', zip: '38101', country: 'US' }
const order = {
  id: 'O',
  number: 'A-1',
  shipOn: '2026-11-25',
  dueOn: '',
  terms: 'P',
  billTo: null,
  consignee: address,
  refs: [''],
  items: [item, item],
} as unknown as Order // what the columns read

const sheetOf = (columns: readonly GridColumn<Line>[], of = order) => {
  const sheet = new Sheet<Line>(columns, { id: (l) => l.id, manner: mannerOf('en') })
  sheet.setRows(linesOf([of]))
  return sheet
}

it('asks who is billed beside the terms, or at the end, where the columns do not already', () => {
  const few = usual.flatMap((key) => every.find((c) => c.key === key) ?? [])
  const keys = withBillTo(few, every, 'beside').map((c) => c.key)
  expect(keys.slice(keys.indexOf('terms') + 1, keys.indexOf('terms') + 6)).toEqual(Object.keys(billTo))
  expect(withBillTo(every, every, 'end')).toEqual(every)
  const without = every.filter((c) => c.key === 'number' || c.key === 'pieces')
  expect(withBillTo(without, every, 'beside')).toEqual(without) // who does not set the terms does not set who pays
  expect(
    withBillTo(few, every, 'end')
      .slice(few.length)
      .map((c) => c.key),
  ).toEqual(Object.keys(billTo))
})

it('wants the address of a third party that pays, in the order’s first line, and of nobody else', () => {
  const sheet = sheetOf(every)
  sheet.put([{ id: 'O:0', key: 'terms', text: 'T' }])
  expect(sheet.wrong.map((c) => `${c.id} ${c.key}`)).toEqual(['O:0 billName', 'O:0 billStreet', 'O:0 billCity', 'O:0 billZip'])
  pasteRange(sheet, [['Umbrella', '1 Ledger Way', 'Boise', 'ID', '83702']], {
    top: 0,
    bottom: 0,
    left: every.findIndex((c) => c.key === 'billName'),
    right: every.findIndex((c) => c.key === 'billName'),
  })
  expect(sheet.wrong).toEqual([])
  expect(headFrom(order, new Set(sheet.editsOf('O:0').keys()), (key) => sheet.text('O:0', key))).toEqual({
    PaymentType: 'T',
    Billto: { name: 'Umbrella', street: '1 Ledger Way', city: 'Boise', state: 'ID', zip: '83702', country: 'US' },
  })
  sheet.put([{ id: 'O:0', key: 'terms', text: 'C' }])
  sheet.put([{ id: 'O:0', key: 'billName', text: '' }])
  expect(sheet.wrong).toEqual([])
})

it('lets an order that came in without saying who pays be changed in anything else, as the server does', () => {
  const sheet = sheetOf(every, { ...order, terms: 'T' })
  sheet.put([{ id: 'O:0', key: 'shipOn', text: '2026-11-26' }])
  expect(sheet.wrong).toEqual([])
  sheet.put([{ id: 'O:0', key: 'billName', text: 'Umbrella' }])
  expect(sheet.wrong.map((c) => c.key)).toEqual(['billStreet', 'billCity', 'billZip'])
})
