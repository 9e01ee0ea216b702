import { expect, it } from 'vitest'
import { amountOf, chargesOf, totalOf } from './bill'

it('reads amounts as people type them, and none that is no amount', () => {
  expect(['1200', '1,200.50', '1 200,50', '$12', '0.5'].map(amountOf)).toEqual([120000, 120050, 120050, 1200, 50])
  expect(['', '0', '-5', '1,2345', 'abc', '9999999999'].map(amountOf)).toEqual(Array(6).fill(undefined))
})

it('adds the charges up, with the discount taken off', () => {
  const charges = chargesOf([
    { code: 'linehaul', amount: '500' },
    { code: 'discount', amount: '50' },
    { code: 'fuel', amount: '' },
    { code: 'LFTD', amount: '75.25' },
  ])
  expect(charges?.map((c) => c.amountMinor)).toEqual([50000, -5000, 7525])
  expect(totalOf(charges)).toBe(52525)
})

it('is no bill where a line is wrong, has no code, or is there twice', () => {
  expect(chargesOf([])).toBeUndefined()
  expect(chargesOf([{ code: 'linehaul', amount: 'x' }])).toBeUndefined()
  expect(chargesOf([{ code: '', amount: '5' }])).toBeUndefined()
  expect(
    chargesOf([
      { code: 'fuel', amount: '5' },
      { code: 'fuel', amount: '6' },
    ]),
  ).toBeUndefined()
})
