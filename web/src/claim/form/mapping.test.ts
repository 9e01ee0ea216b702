import type { ClaimFormValue, PdfformField } from '@sync/gen/api'
import { expect, test } from 'vitest'
import { blank, called, fitting, takes, withMapped } from './mapping'

const field = (f: Partial<PdfformField>): PdfformField => ({
  Name: 'a',
  Label: '',
  Type: 'text',
  Page: 1,
  Lines: false,
  Max: 0,
  Format: '',
  Must: false,
  Locked: false,
  Value: '',
  Options: [],
  ...f,
})
const value = (Name: string, Kind: ClaimFormValue['Kind']): ClaimFormValue => ({ Name, Kind, Group: 'claim', Words: [] })

test('a field that says nothing is not mapped, and a changed one stays in its place', () => {
  const [a, b] = [
    { ...blank('a'), From: 'bol' },
    { ...blank('b'), From: 'pro' },
  ]
  expect(withMapped([a, b], { ...a, From: 'number' })).toEqual([{ ...a, From: 'number' }, b])
  expect(withMapped([a, b], blank('a'))).toEqual([b])
  expect(withMapped([a], b)).toEqual([a, b])
})

test('another file keeps the mappings of the fields that it has', () => {
  const maps = [
    { ...blank('a'), From: 'bol' },
    {
      ...blank('kind'),
      From: 'kind',
      Picks: [
        { Value: 'loss', Option: 'L' },
        { Value: 'damage', Option: 'D' },
      ],
    },
    { ...blank('gone'), From: 'pro' },
  ]
  const kept = fitting(maps, [field({}), field({ Name: 'kind', Type: 'radio', Options: [{ Value: 'L', Label: 'Loss' }] })])
  expect(kept.map((m) => m.Field)).toEqual(['a', 'kind'])
  expect(kept[1]?.Picks).toEqual([{ Value: 'loss', Option: 'L' }])
})

test('a field takes values of its kind', () => {
  expect(takes(field({ Type: 'date' }), value('bol', 'text'))).toBe(false)
  expect(takes(field({ Type: 'date' }), value('filed', 'day'))).toBe(true)
  expect(takes(field({ Type: 'choice' }), value('currency', 'text'))).toBe(true)
  expect(takes(field({ Type: 'radio' }), value('statement', 'text'))).toBe(false)
  expect(takes(field({ Type: 'check' }), value('proof-bill', 'flag'))).toBe(true)
  expect(called(field({ Label: 'Carrier' }))).toBe('Carrier')
  expect(called(field({}))).toBe('a')
})
