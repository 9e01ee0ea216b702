import { expect, test } from 'vitest'
import { cutIds, idFinder } from './pasteIds'

test('ids are cut at whatever people put between them', () => {
  expect(cutIds('A1, A2;A3\tA4\n"A5"\r\n A1 | #A6')).toEqual(['A1', 'A2', 'A3', 'A4', 'A5', 'A6'])
  expect(cutIds('  \n ')).toEqual([])
})

test('rows are found by any of their ids, blanks and dashes apart, and what is missing is named', () => {
  const rows = [
    { bol: '6141410007312', pro: '123-456 789' },
    { bol: '6141410007313', pro: undefined },
  ]
  const { hit, missing } = idFinder<(typeof rows)[number]>(['123456789', '6141 4100 07313', 'X9'], (r) => [r.bol, r.pro])
  expect(rows.map((row) => hit(row, () => true))).toEqual([true, true])
  expect(missing()).toEqual(['X9'])
})

test('what only hidden rows have is hidden, and not missing', () => {
  const rows = ['A', 'B', 'B'].map((id, n) => ({ id, n }))
  const { hit, missing, hidden } = idFinder<(typeof rows)[number]>(['A', 'B', 'C'], (r) => [r.id])
  expect(rows.map((row) => hit(row, (r) => r.n === 2))).toEqual([false, false, true])
  expect([missing(), hidden()]).toEqual([['C'], ['A']])
})
