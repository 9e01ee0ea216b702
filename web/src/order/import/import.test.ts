import type { FileMapping, OrderImport, OrderPreviewRow } from '@sync/gen/api'
import { expect, test } from 'vitest'
import { assign, cellKey, columnsOf, confirm, corrected, missingIn, unitOpen, unsureIn, weightOpen, wrongIn } from './fields'
import { reportOf } from './report'

const mapping = {
  columns: [
    'number',
    'warehouse',
    'shipOn',
    'consignee.name',
    'consignee.street',
    'consignee.city',
    'consignee.state',
    'consignee.zip',
    'item.weight',
    'item.code',
  ],
  defaults: {},
} as unknown as FileMapping // what these functions read

test('a field has one column: whichever had it before is not taken over', () => {
  const next = assign(mapping, 3, 'number')
  expect(next.columns[0]).toBe('')
  expect(next.columns[3]).toBe('number')
  expect(missingIn(next, 'order')).toEqual(['consignee.name'])
  expect(missingIn(mapping, 'order')).toEqual([])
})

test('a default stands in for a column', () => {
  const without = assign(mapping, 1, '')
  expect(missingIn(without, 'order')).toEqual(['warehouse'])
  expect(missingIn({ ...without, defaults: { warehouse: 'ATL' } }, 'order')).toEqual([])
})

test('the goods are named by description or by code', () => {
  const neither = assign(mapping, 9, '')
  expect(missingIn(neither, 'order')).toEqual(['item.description'])
  expect(missingIn(assign(neither, 9, 'item.description'), 'order')).toEqual([])
})

test('the report names each thing that is wrong, by row and column, and runs nothing in a spreadsheet', () => {
  const row = (over: Partial<OrderPreviewRow>) =>
    ({ Row: 3, Order: { number: 'A-1', warehouse: 'ATL' }, Errors: [], Taken: false, ...over }) as OrderPreviewRow // as above
  const text = reportOf(
    [
      row({
        Errors: [
          { row: 4, column: 2, header: 'Weight', field: 'item.weight', code: 'order-number-invalid', params: {}, value: '=1+1' },
          { row: 5, column: 1, header: 'Ship', field: 'shipOn', code: 'order-date-invalid', params: {}, value: 'soon' },
        ],
      }),
      row({ Row: 9, Taken: true }),
    ],
    { head: ['Row', 'Order', 'Column', 'Value', 'Wrong'], error: (e) => e.code, taken: (order, whse) => `${whse} has ${order}` },
  )
  expect(text.split('\r\n').slice(1, 4)).toEqual([
    "4,A-1,Weight,'=1+1,order-number-invalid",
    '5,A-1,Ship,soon,order-date-invalid',
    '9,A-1,,A-1,ATL has A-1',
  ])
})

test('a purchase order needs its pieces, and neither a day nor a weight', () => {
  expect(missingIn(mapping, 'purchase')).toEqual(['item.pieces'])
  expect(columnsOf('purchase')).toContain('item.line')
  expect(columnsOf('purchase')).not.toContain('customer')
  expect(columnsOf('order')).not.toContain('item.line')
})

test('a mistake in a column that the file does not have is called by its field', () => {
  const wrong = {
    row: 2,
    column: 0,
    header: '',
    field: 'billTo.zip',
    code: 'order-required',
    value: '',
    params: { header: 'billTo.zip' },
  } as const
  const said = (w: unknown) => (w as { message: string }).message
  expect(wrongIn(wrong, 'order', said)).toEqual({ header: 'Bill-to ZIP' })
  expect(wrongIn({ ...wrong, header: 'Bill PLZ', params: { header: 'Bill PLZ' } }, 'order', said)).toEqual({ header: 'Bill PLZ' })
})

test('a column that is not certain is asked until somebody confirms or changes it', () => {
  const sheet = {
    mapping: { ...mapping },
    confidence: mapping.columns.map((_, n) => (n === 3 ? 55 : 95)),
  } as unknown as OrderImport['Sheet'] // what unsureIn reads
  expect(unsureIn(sheet, mapping)).toEqual([3])
  expect(unsureIn(sheet, confirm(mapping, 3))).toEqual([])
  expect(unsureIn(sheet, assign(mapping, 3, 'consignee.contact'))).toEqual([])
})

test('what one column tells in full is not missing in parts', () => {
  const place = assign(assign(assign(mapping, 5, 'consignee.place'), 6, ''), 7, '')
  expect(missingIn(place, 'order')).toEqual([])
  expect(missingIn(assign(place, 5, ''), 'order')).toEqual(['consignee.city', 'consignee.state', 'consignee.zip'])
  expect(missingIn(assign(mapping, 8, 'item.weightEach'), 'order')).toEqual([])
})

test('what the weights are of is asked where the file leaves it open', () => {
  const counts = { notes: { weightOf: 'line' } } as unknown as OrderImport['Counts'] // what weightOpen reads
  expect(weightOpen(counts, mapping)).toBe(true)
  expect(weightOpen(counts, { ...mapping, weightOf: 'piece' })).toBe(false)
  expect(weightOpen({} as OrderImport['Counts'], mapping)).toBe(false)
})

test('a cell that is put right twice keeps the newer value, and the others stay', () => {
  const once = corrected(mapping, { [cellKey(4, 2)]: 'ATL', [cellKey(5, 9)]: '12' })
  expect(once.edits).toEqual([
    { row: 4, column: 2, value: 'ATL' },
    { row: 5, column: 9, value: '12' },
  ])
  expect(corrected(once, { [cellKey(4, 2)]: 'DAL' }).edits).toEqual([
    { row: 5, column: 9, value: '12' },
    { row: 4, column: 2, value: 'DAL' },
  ])
})

test('the unit of weights is open until somebody says it', () => {
  const counts = { notes: { weightUnit: 'lb' } } as OrderImport['Counts'] // what unitOpen reads
  expect(unitOpen(counts, mapping)).toBe('lb')
  expect(unitOpen(counts, { ...mapping, weightUnit: 'kg' })).toBeUndefined()
  expect(unitOpen({} as OrderImport['Counts'], mapping)).toBeUndefined()
})
