import { expect, test } from 'vitest'
import { readAmount } from './amount'

test('an amount is read as people type it', () => {
  for (const [text, minor] of [
    ['', 0],
    ['1200', 120_000],
    ['1,200', 120_000],
    ['1.200', 120_000],
    ['1,200.50', 120_050],
    ['1.200,50', 120_050],
    ['1 200,5', 120_050],
    ['1\u202f200,50', 120_050],
    ['$1,234,567.89', 'too-large'],
    ['$999,999.99', 99_999_999],
    ['USD 1200', 120_000],
    ['0.07', 7],
    ['1000000', 100_000_000],
  ] as const)
    expect([text, readAmount(text, 'USD')]).toEqual([text, minor])
})

test('what is no amount says why', () => {
  for (const [text, why] of [
    ['-5', 'negative'],
    ['\u2212 5', 'negative'],
    ['-$5', 'negative'],
    ['CAD 900', 'other-currency'],
    ['€900', 'other-currency'],
    ['900 EUR', 'other-currency'],
    ['C$900', 'other-currency'],
    ['12.3456', 'unreadable'],
    ['1,23,456', 'unreadable'],
    ['1.2.3', 'unreadable'],
    ['.5', 'unreadable'],
    ['5000000', 'too-large'],
    ['99999999999999999999', 'too-large'],
  ] as const)
    expect([text, readAmount(text, 'USD')]).toEqual([text, why])
  expect(readAmount('$900', 'CAD')).toBe(90_000)
  expect(readAmount('CAD 900', 'CAD')).toBe(90_000)
})
