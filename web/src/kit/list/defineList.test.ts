import { expect, test } from 'vitest'
import { type Column, codesIn, codeWords } from './defineList'

interface Row {
  status: string
  orders: string[]
  to: { name: string }
}
const row: Row = { status: 'T', orders: ['A', 'B'], to: { name: 'Globex' } }

test('what a list is filtered by is the same in every language, and shown in the reader’s words', () => {
  const status: Column<Row> = { key: 'status', label: 'Estado', value: () => 'Programado' }
  expect(codesIn(status, row)).toEqual(['T'])
  expect(codeWords(status, row, 'T')).toBe('Programado')
  const name: Column<Row> = { key: 'consignee', label: 'Consignee', value: (r) => r.to.name }
  expect(codesIn(name, row)).toEqual(['Globex'])
  expect(codeWords(name, row, 'Globex')).toBe('Globex')
  expect(codesIn({ key: 'orders', label: 'Orders' }, row)).toEqual(['A', 'B'])
})
