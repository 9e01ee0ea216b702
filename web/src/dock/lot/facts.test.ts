import { describe, expect, it } from 'vitest'
import { ownDay, tradeDay, tradeFacts } from './facts'

const now = Date.parse('2026-11-22T12:00:00Z')

describe('a day on a label of the trade', () => {
  it.each([
    ['271231', '2027-12-31'],
    ['270200', '2027-02-28'], // no day: the month's last
    ['280200', '2028-02-29'],
    ['770101', '1977-01-01'], // the nearer century
    ['760101', '2076-01-01'],
    ['271331', undefined],
    ['270231', undefined],
  ])('%s is %s', (text, day) => expect(tradeDay(text, now)).toBe(day))
})

describe('a day as suppliers write it', () => {
  it.each([
    ['271231', 'ymd', '2027-12-31'],
    ['311227', 'dmy', '2027-12-31'],
    ['12/31/2027', 'mdy', '2027-12-31'],
    ['2027-12-31', 'ymd', '2027-12-31'],
    ['31.12.27', 'dmy', '2027-12-31'],
    ['20271231', 'ymd', '2027-12-31'],
    ['31122027', 'dmy', '2027-12-31'],
    ['20271231', 'dmy', undefined],
    ['soon', 'ymd', undefined],
  ])('%s read %s is %s', (text, order, day) => expect(ownDay(text, order)).toBe(day))
})

describe('a label of the trade', () => {
  it.each([
    [']C110A-12', { lot: 'A-12' }],
    ['(10) A-12 (17) 271231', { lot: 'A-12', expiresOn: '2027-12-31' }],
    ['(15)271100', { bestBefore: '2027-11-30' }],
    ['1727123110A-12', { lot: 'A-12', expiresOn: '2027-12-31' }], // a reader that announces nothing; the day tells
    ['(02)06141411234562(37)48(10)A', { gtin: '06141411234562', lot: 'A' }],
    ['10A-12', undefined], // may be anybody's number
    ['1012345', undefined],
    ['LPN-000123', undefined],
    [']C117271399', 'misread'],
    [']C11727133110A', 'misread'],
    ['(00)106141411234567897', undefined],
    ['(00)106141411234567897(10)A', { pallet: '106141411234567897', lot: 'A' }],
  ])('%s says %j', (text, facts) => expect(tradeFacts(text, now)).toEqual(facts))

  it('that was typed is taken at its word only with its brackets', () => {
    expect(tradeFacts('1727123110A', now, true)).toBeUndefined()
    expect(tradeFacts('(10)A', now, true)).toEqual({ lot: 'A' })
  })
})
