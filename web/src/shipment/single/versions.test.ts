import { expect, test } from 'vitest'
import { emptyParty, newLine } from './load'
import type { Typed } from './singleForm'
import { differences, told, typedOnly } from './versions'

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

const of = (theirs: Partial<Typed>, mine: Partial<Typed>) =>
  differences(['Customer', 'Destination', 'Items', 'declaredMinor'], theirs, mine, as)
const others = { ...line, Description: 'Brackets', Qty: 3 }

test('two cells of one table of lines are two differences, each with both contents, and each is taken by itself', () => {
  const theirs = { Items: [line, { ...others, Weight: { milli: 1_400_000, unit: 'lb' }, Qty: 4 }], Customer: 'NGHS' }
  const mine = { Items: [line, others], Customer: '' }
  const found = of(theirs, mine)
  expect(found).toMatchObject([
    { name: 'Customer', path: '', theirs: 'NGHS', mine: '' },
    { name: 'Items', path: '[1].Qty', theirs: '4', mine: '3' },
    { name: 'Items', path: '[1].Weight', theirs: '1,400 lb', mine: '1,300 lb' },
  ])
  expect(found[1]?.taken).toEqual([line, { ...others, Qty: 4 }])
})

test('a line that only one of them has is one difference, and those after it are none', () => {
  expect(of({ Items: [others, line] }, { Items: [line] })).toMatchObject([{ path: '[0]', mine: '', taken: [others, line] }])
  expect(of({ Items: [line] }, { Items: [others, line] })).toMatchObject([{ path: '[0]', theirs: '', taken: [line] }])
  const three = of({ Items: [line] }, { Items: [{ ...line, Qty: 41 }, others] })
  expect(three).toMatchObject([{ path: '[0].Qty' }, { path: '[1]', theirs: '' }])
  // one after the other, each on top of what the first left
  expect(of({ Items: [line] }, { Items: three[1]?.taken as Typed['Items'] })).toMatchObject([{ path: '[0].Qty', taken: [line] }])
})

test('of an address its parts are told; one that only one of them typed is told whole', () => {
  const to = { ...emptyParty, name: 'Acme', city: 'Nashville', zip: '37203' }
  expect(of({ Destination: { ...to, zip: '37204', residential: true } }, { Destination: to })).toMatchObject([
    { path: '.zip', theirs: '37204', mine: '37203', taken: { ...to, zip: '37204' } },
    { path: '.residential', theirs: 'yes', mine: '' },
  ])
  const none = { ...emptyParty, country: '' }
  expect(of({ Destination: none }, { Destination: to })).toMatchObject([{ path: '', theirs: '', taken: none }])
})

test('hazardous goods that only one of them named are one difference, money is told as money', () => {
  const hazmat = { un: 'UN1263', properName: 'Paint', class: '3' }
  expect(of({ Items: [{ ...line, HazmatDetails: hazmat }], declaredMinor: 125_000 }, { Items: [line] })).toMatchObject([
    { path: '[0].HazmatDetails', theirs: '3 · Paint · UN1263', mine: '' },
    { name: 'declaredMinor', theirs: '$1,250.00' },
  ])
})

test('an address that the page wrote by itself is nothing that two people differ in', () => {
  const from = (email: string) => ({ Origin: { ...emptyParty, email } })
  expect(typedOnly(from('me@demo.test'), from('you@demo.test'), 'me@demo.test')).toEqual(from('you@demo.test'))
  expect(typedOnly(from('typed@demo.test'), from('you@demo.test'), 'me@demo.test')).toEqual(from('typed@demo.test'))
  expect(typedOnly(from('me@demo.test'), { Origin: emptyParty }, 'me@demo.test')).toEqual(from('me@demo.test'))
})
