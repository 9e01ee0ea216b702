import { expect, test } from 'vitest'
import { emptyParty, newLine } from './load'
import type { Typed } from './singleForm'
import { differences, merged, told, typedOnly } from './versions'

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
    { name: 'declaredMinor', theirs: '$\u00a01,250' },
  ])
})

test('an address that the page wrote by itself is nothing that two people differ in', () => {
  const from = (email: string) => ({ Origin: { ...emptyParty, email } })
  expect(typedOnly(from('me@demo.test'), from('you@demo.test'), 'me@demo.test')).toEqual(from('you@demo.test'))
  expect(typedOnly(from('typed@demo.test'), from('you@demo.test'), 'me@demo.test')).toEqual(from('typed@demo.test'))
  expect(typedOnly(from('me@demo.test'), { Origin: emptyParty }, 'me@demo.test')).toEqual(from('me@demo.test'))
})

// Three ways: what both began from, theirs, mine.
const all = ['Customer', 'comments', 'Destination', 'Items', 'ShipmentStops'] as const
const three = (base: Partial<Typed>, theirs: Partial<Typed>, mine: Partial<Typed>) => {
  const { values, taken } = merged(all, base, theirs, mine)
  const now = { ...mine, ...values }
  return { now, taken: taken.map((p) => p.name + p.path), asked: differences(all, theirs, now, as, base).map((d) => d.name + d.path) }
}

test('what only one of two changed stands by itself, and only what both changed is asked', () => {
  const base = { Customer: 'ACME', comments: '', Items: [line, others] }
  const theirs = {
    ...base,
    comments: 'Weighed again',
    Items: [
      { ...line, Weight: { milli: 1_400_000, unit: 'lb' } },
      { ...others, Qty: 45 },
    ],
  }
  const mine = {
    ...base,
    Customer: 'NGHS',
    Items: [
      { ...line, Qty: 41 },
      { ...others, Qty: 50 },
    ],
  }
  const got = three(base, theirs, mine)
  expect(got.taken).toEqual(['comments', 'Items[0].Weight'])
  expect(got.asked).toEqual(['Items[1].Qty'])
  expect(got.now).toMatchObject({
    Customer: 'NGHS',
    comments: 'Weighed again',
    Items: [
      { Qty: 41, Weight: { milli: 1_400_000 } },
      { Qty: 50, Weight: { milli: 1_300_000 } },
    ],
  })
})

test('a field that both changed to the same is not asked, one that one of them emptied is', () => {
  expect(three({ Customer: 'A' }, { Customer: 'B' }, { Customer: 'B' })).toMatchObject({ taken: [], asked: [] })
  expect(three({ Customer: 'A' }, { Customer: '' }, { Customer: 'B' })).toMatchObject({ taken: [], asked: ['Customer'] })
  expect(three({ Customer: 'A' }, { Customer: 'A' }, { Customer: '' })).toMatchObject({ taken: [], asked: [], now: { Customer: '' } })
})

test('a line that one added stays beside the cells that the other changed', () => {
  const added = { ...others, Description: 'Bolts' }
  const changed = { ...line, Qty: 41 }
  const base = { Items: [line, others] }
  expect(three(base, { Items: [line, others, added] }, { Items: [changed, others] })).toMatchObject({
    taken: ['Items[2]'],
    asked: [],
    now: { Items: [changed, others, added] },
  })
  expect(three(base, { Items: [changed, others] }, { Items: [line, others, added] })).toMatchObject({
    taken: ['Items[0].Qty'],
    asked: [],
    now: { Items: [changed, others, added] },
  })
})

test('where it is in doubt which line is which, nothing is taken in silence', () => {
  const other = { ...line, Description: 'Bolts' }
  const base = { Items: [line, others] }
  // They took the first one out and added one; the cells of what stands at the same place now are of other goods.
  const shifted = three(base, { Items: [others, other] }, { Items: [line, { ...others, Qty: 7 }] })
  expect([shifted.taken, shifted.now.Items]).toEqual([[], [line, { ...others, Qty: 7 }]])
  expect(shifted.asked.length).toBeGreaterThan(0)
  // Two lines of one name.
  expect(three({ Items: [line, line] }, { Items: [{ ...line, Qty: 1 }, line] }, { Items: [line, { ...line, Qty: 2 }] })).toMatchObject({
    taken: [],
    asked: ['Items[0].Qty', 'Items[1].Qty'],
  })
  // Stops name lines by their place.
  const stops = (...at: number[]) => ({ ShipmentStops: [{ DropOffAddress: emptyParty, Items: at }] })
  expect(three({ ...base, ...stops(2) }, { Items: [others], ...stops(1) }, { ...base, ...stops(1, 2) })).toMatchObject({
    taken: [],
    now: { ...base, ...stops(1, 2) },
  })
  expect(three({ ...base, ...stops(2) }, { Items: [others], ...stops(1) }, { ...base, ...stops(2), Customer: 'N' })).toMatchObject({
    taken: ['Items', 'ShipmentStops'],
    asked: [],
    now: { Items: [others], ...stops(1), Customer: 'N' },
  })
})

test('two halves of an address make no address: what both changed is asked part by part', () => {
  const to = { ...emptyParty, name: 'Acme', city: 'Nashville', zip: '37203' }
  const theirs = { ...to, name: 'Music City', city: 'Memphis', zip: '38103' }
  expect(three({ Destination: to }, { Destination: theirs }, { Destination: { ...to, zip: '37204' } })).toMatchObject({
    taken: [],
    asked: ['Destination.name', 'Destination.zip', 'Destination.city'], // in the order of the page
  })
  expect(three({ Destination: to }, { Destination: theirs }, { Destination: to, comments: 'x' })).toMatchObject({
    taken: ['Destination'],
    asked: [],
  })
})

test('what was taken over while something else is undecided, and is taken back by the next save, is taken back here', () => {
  const base = { Customer: 'A', comments: '', Items: [line, others] }
  const heavier = { ...line, Weight: { milli: 1_400_000, unit: 'lb' } }
  const added = { ...others, Description: 'Bolts' }
  const mine = { ...base, Customer: 'MINE', Items: [{ ...line, Qty: 41 }, others] }
  const first = merged(all, base, { Customer: 'THEIRS', comments: 'Weighed again', Items: [heavier, others, added] }, mine)
  const now = { ...mine, ...first.values }
  expect(now).toMatchObject({ comments: 'Weighed again', Items: [{ Qty: 41, Weight: heavier.Weight }, others, added] })
  const again = { ...base, Customer: 'THEIRS', Items: [line, others, added] }
  expect(three({ ...base, ...first.base }, again, now)).toMatchObject({
    taken: ['comments', 'Items[0].Weight'],
    asked: ['Customer'],
    now: { Customer: 'MINE', comments: '', Items: [{ ...line, Qty: 41 }, others, added] },
  })
})

test('the same number in another cell is not the same', () => {
  const pieces = { ...line, Qty: 40 }
  const { Qty, ...none } = pieces
  const pallets = { ...none, Pallets: Qty }
  expect(told(pieces, as)).toBe(told(pallets, as)) // the values alone
  expect(three({ Items: [pieces] }, { Items: [pallets] }, { Items: [pieces], comments: 'x' })).toMatchObject({
    taken: ['Items'],
    asked: [],
    now: { Items: [pallets] },
  })
  expect(three({ Items: [{ ...pieces, Qty: 41 }] }, { Items: [pallets] }, { Items: [pieces] })).toMatchObject({
    taken: ['Items[0].Pallets'],
    asked: ['Items[0].Qty'],
  })
  const at = { ...emptyParty, name: 'Acme', street: '' }
  expect(differences(['Destination'], { Destination: { ...emptyParty, street: 'Acme' } }, { Destination: at }, as).length).toBe(2)
})

test('stops that name lines by their place are not taken in where a line stands for another one', () => {
  const other = { ...line, Description: 'Bolts' }
  const stops = (...at: number[]) => ({ ShipmentStops: [{ DropOffAddress: emptyParty, Items: at }] })
  const got = three(
    { Items: [line, others], ...stops(2) },
    { Items: [others, other], ...stops(1) },
    { Items: [{ ...line, Qty: 7 }, others], ...stops(2) },
  )
  expect(got.taken).toEqual([])
  expect(got.now).toMatchObject(stops(2))
  expect(got.asked.some((p) => p.startsWith('ShipmentStops'))).toBe(true)
})

test('an item of the NMFC that is taken from theirs is not wrong because mine was', () => {
  const coded = (NMFCCode: string, isNmfcValid: boolean) => ({ Items: [{ ...line, NMFCCode, isNmfcValid }, others] })
  const [asked] = differences(['Items'], coded('49880', true), coded('1', false), as)
  expect(asked?.taken).toMatchObject([{ NMFCCode: '49880', isNmfcValid: true }, {}])
  const mine = { Items: [{ ...line, NMFCCode: '1', isNmfcValid: false, Qty: 41 }, others] }
  expect(merged(all, coded('1', true), coded('49880', true), mine).values).toMatchObject({
    Items: [{ NMFCCode: '49880', isNmfcValid: true, Qty: 41 }, {}],
  })
})
