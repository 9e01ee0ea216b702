import { expect, test } from 'vitest'
import { fromItem, itemOf } from './fromItem'
import { newLine } from './load'

const of = (milli: number, unit: string) => ({ milli, unit })
const gnome = {
  code: 'GNOME',
  customer: '',
  description: 'Garden gnome, boxed',
  packageType: 'BOX',
  class: '92.5',
  nmfc: '156600-01',
  weight: of(4000, 'lb'),
  length: of(12_000, 'in'),
  width: of(8000, 'in'),
  height: of(20_000, 'in'),
  stackable: true,
  hazmat: null,
}

test('a code fills an empty line, and its weight is that of one piece', () => {
  expect(fromItem(gnome, newLine('prepaid'))).toEqual({
    Description: 'Garden gnome, boxed',
    itemClass: '92.5',
    NMFCCode: '156600-01',
    isNmfcValid: true,
    packageType: 'BOX',
    Weight: of(4000, 'lb'),
    WeightEach: true,
    Length: of(12_000, 'in'),
    Width: of(8000, 'in'),
    Height: of(20_000, 'in'),
    Stackableitemflag: true,
  })
})

test('what was typed stays', () => {
  const typed = {
    ...newLine('prepaid'),
    Description: 'Seconds',
    itemClass: '85',
    NMFCCode: '1000',
    packageType: 'PLT',
    Weight: of(900_000, 'lb'),
  }
  const out = fromItem(gnome, { ...typed, Height: of(1000, 'in') })
  expect(out).toEqual({ Stackableitemflag: true })
})

test('everybody’s item is meant before one customer’s', () => {
  const theirs = { ...gnome, customer: 'NGHS' }
  expect(itemOf([theirs, gnome], ' gnome ')).toBe(gnome)
  expect(itemOf([theirs], 'GNOME')).toBe(theirs)
  expect(itemOf([gnome], '')).toBeUndefined()
})
