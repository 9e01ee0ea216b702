import type { RowfileReading } from '@sync/gen/api'
import { expect, test } from 'vitest'
import { assign, confirm, corrected, default_, meaning } from './rowFile'

const reading: RowfileReading = {
  sheet: '',
  headerRow: 1,
  columns: ['Code', 'Name', ''],
  decimal: '',
  weightUnit: '',
  dimUnit: '',
  defaults: {},
  checked: [],
  words: {},
  edits: [{ row: 2, column: 1, value: 'old' }],
  replaces: [],
}

test('a field is one column’s', () => {
  const next = assign(reading, 2, 'Code')
  expect(next.columns).toEqual(['', 'Name', 'Code'])
  expect(next.checked).toEqual([2])
  expect(confirm(confirm(reading, 1), 1).checked).toEqual([1])
})

test('the last word on a cell counts', () => {
  expect(corrected(reading, { '2 1': 'new', '3 4': 'x' }).edits).toEqual([
    { row: 2, column: 1, value: 'new' },
    { row: 3, column: 4, value: 'x' },
  ])
})

test('words and values for the whole file are kept by field', () => {
  const said = meaning(meaning(reading, 'GroupID', 'clerk', 'office'), 'GroupID', 'loader', 'dock')
  expect(said.words).toEqual({ GroupID: { clerk: 'office', loader: 'dock' } })
  expect(default_(default_(reading, 'Carrier', 'SAIA'), 'Carrier', '').defaults).toEqual({})
})
