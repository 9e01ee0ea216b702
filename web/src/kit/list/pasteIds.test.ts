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
  const { hit, missing } = idFinder<(typeof rows)[number]>(
    ['123456789', '6141 4100 07313', 'X9'],
    (r) => [r.bol, r.pro],
    (r) => r.bol,
  )
  expect(rows.map((row) => hit(row, () => true))).toEqual([true, true])
  expect(missing()).toEqual(['X9'])
})

test('what only hidden rows have is hidden, and not missing', () => {
  const rows = ['A', 'B', 'B'].map((id, n) => ({ id, n }))
  const { hit, missing, hidden } = idFinder<(typeof rows)[number]>(
    ['A', 'B', 'C'],
    (r) => [r.id],
    (r) => String(r.n),
  )
  expect(rows.map((row) => hit(row, (r) => r.n === 2))).toEqual([false, false, true])
  expect([missing(), hidden()]).toEqual([['C'], ['A']])
})

test('what a row has that is hidden once it has changed is hidden, and what it has no longer is missing', () => {
  const row = { key: 'r1', pro: 'A', open: true }
  const { hit, missing, hidden } = idFinder<typeof row>(
    ['A'],
    (r) => [r.pro],
    (r) => r.key,
  )
  const open = (r: typeof row) => r.open
  expect([hit(row, open), missing(), hidden()]).toEqual([true, [], []])
  expect([hit({ ...row, open: false }, open), missing(), hidden()]).toEqual([false, [], ['A']])
  expect([hit(row, open), missing(), hidden()]).toEqual([true, [], []])
  expect([hit({ ...row, pro: 'B' }, open), missing(), hidden()]).toEqual([false, ['A'], []])
})
