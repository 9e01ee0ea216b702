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

test('a column whose words tell more apart than its member says what it is filtered by', () => {
  const paper: Column<{ kind: string; name: string }> = {
    key: 'kind',
    label: 'Paper',
    value: (p) => p.name,
    code: (p) => `${p.kind} ${p.name}`,
  }
  const papers = ['rates.pdf', 'map.pdf'].map((name) => ({ kind: 'file', name }))
  expect(papers.map((p) => codesIn(paper, p).map((c) => codeWords(paper, p, c)))).toEqual([['rates.pdf'], ['map.pdf']])
  expect(new Set(papers.flatMap((p) => codesIn(paper, p))).size).toBe(2)
})
