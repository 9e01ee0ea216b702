import { expect, test } from 'vitest'
import { groupsOf, standing, withFellows } from './together'

const o = (id: string, together = '') => ({ id, together })
const all = [o('a', 'a'), o('b', 'a'), o('c'), o('d', 'd'), o('e', 'd'), o('f')]
const ids = (list: readonly { id: string }[]) => list.map((x) => x.id).join('')

test('whoever goes together with a chosen order is part of what is undone', () => {
  expect(ids(withFellows(all, [o('b', 'a'), o('c')]))).toBe('abc')
  expect(ids(withFellows(all, [o('c'), o('f')]))).toBe('cf')
})

test('the groups of before, without those who went alone', () => {
  expect(groupsOf(all).map(ids)).toEqual(['ab', 'de'])
  expect(groupsOf([o('c'), o('x', 'a')])).toEqual([])
})

test('in which group each is since, whom nobody named among them', () => {
  expect(standing([o('a', 'g'), o('b', 'g'), o('c')], [o('a', 'n'), o('b', 'n'), o('c', 'n')])).toEqual({ a: 'n', b: 'n', c: 'n' })
  expect(standing([o('a', 'g'), o('b', 'g'), o('c', 'g')], [o('a')])).toEqual({ a: '', b: 'g', c: 'g' })
  expect(standing([o('a', 'g'), o('b', 'g'), o('c', 'g')], [o('a'), o('b')])).toEqual({ a: '', b: '', c: '' }) // nobody stays consolidated alone
})
