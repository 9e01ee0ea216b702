import { expect, test } from 'vitest'
import { rowsOf } from './manyForm'

const heads = new Map([
  ['code', 'Code'],
  ['código', 'Code'],
  ['zip', 'Zip'],
])

test('the first line names the columns, in the language of the list or as the call does', () => {
  expect(rowsOf('Código\tZIP\r\nMEM-1\t38118\r\n\t\r\n"MEM\t2"\t\r\n', heads)).toEqual({
    unknown: [],
    rows: [
      { Code: 'MEM-1', Zip: '38118' },
      { Code: 'MEM\t2', Zip: '' },
    ],
  })
})

test('a column that nobody knows is told, and a row may be short', () => {
  expect(rowsOf('Code\tColor\tZIP\nA\tred', heads)).toEqual({ unknown: ['Color'], rows: [{ Code: 'A', Zip: '' }] })
  expect(rowsOf('', heads)).toEqual({ unknown: [], rows: [] })
})
