import { expect, test } from 'vitest'
import { newLine } from './load'
import { differences, told } from './versions'

const as = { text: (w: unknown) => (typeof w === 'string' ? w : ((w as { message?: string }).message ?? '')), locale: 'en' } // as the macro makes it
const line = { ...newLine('prepaid'), Description: 'Steel shelving', Qty: 40, Weight: { milli: 1_300_000, unit: 'lb' } }

test('a line of goods is told in one line, whatever the order in which it was typed', () => {
  const turned = Object.fromEntries(Object.entries(line).toReversed())
  expect(told([line], as)).toBe(told([turned], as))
  expect(told([line], as)).toContain('1,300 lb')
  expect(told([{ ...line, Stackableitemflag: true }], as)).toContain('Stackable')
})

test('nothing, in whatever form, is no difference', () => {
  const mine = { Customer: '', declaredMinor: 0, Items: [line] }
  expect(
    differences(['Customer', 'declaredMinor', 'Items'], { Items: [{ ...line, isNmfcValid: false, HazmatDetails: null }] }, mine, as),
  ).toEqual([])
})

test('what two people left differently is named with both contents', () => {
  const theirs = { Items: [{ ...line, Weight: { milli: 1_400_000, unit: 'lb' } }], Customer: 'NGHS' }
  const found = differences(['Customer', 'Items'], theirs, { Items: [line], Customer: '' }, as)
  expect(found.map((d) => d.name)).toEqual(['Customer', 'Items'])
  expect(found[0]).toMatchObject({ theirs: 'NGHS', mine: '' })
  expect(found[1]?.theirs).toContain('1,400 lb')
  expect(found[1]?.mine).toContain('1,300 lb')
})
