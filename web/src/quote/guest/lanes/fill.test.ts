import type { QuoteLane, QuoteLaneRow } from '@sync/gen/api'
import { expect, test } from 'vitest'
import { fill, judge, quoted, standing, unsent } from './fill'

const lane = (more: Partial<QuoteLane> = {}): QuoteLane => ({
  quoteId: 'Q1',
  number: 'SQ1',
  from: 'Atlanta, GA 30336',
  to: 'Reno, NV 89502',
  shipOn: '2026-11-25',
  mode: 'LTL',
  pallets: 4,
  weight: { milli: 3_260_000, unit: 'lb' },
  currency: 'USD',
  deadline: '2026-11-24T17:00:00Z',
  mayAnswer: true,
  state: 'requested',
  amountMinor: 0,
  days: 0,
  reason: '',
  note: '',
  ...more,
})
const row = (more: Partial<QuoteLaneRow>): QuoteLaneRow => ({
  row: 2,
  number: '',
  price: '',
  days: '',
  noBid: '',
  note: '',
  formula: false,
  ...more,
})
const typed = (more: object) => ({ price: '', days: '', reason: '', note: '', ...more })

test('each row is judged before anything is sent', () => {
  expect(judge(lane(), typed({}))).toEqual({ said: 'nothing' })
  expect(judge(lane(), typed({ price: '1,044.00', days: '3' }))).toMatchObject({
    said: 'answer',
    answer: { TotalMinor: 104_400, ServiceDays: 3, CurrencyCode: 'USD' },
  })
  expect(judge(lane(), typed({ price: '-5' }))).toEqual({ said: 'wrong', why: 'negative' })
  expect(judge(lane(), typed({ price: '500 EUR' }))).toEqual({ said: 'wrong', why: 'other-currency' })
  expect(judge(lane(), typed({ price: '0' }))).toEqual({ said: 'wrong', why: 'unreadable' })
  expect(judge(lane(), typed({ price: '5', days: '61' }))).toEqual({ said: 'wrong', why: 'days' })
  expect(judge(lane(), typed({ price: '5', reason: 'lane' }))).toEqual({ said: 'wrong', why: 'both' })
  expect(judge(lane(), typed({ reason: 'other' }))).toEqual({ said: 'wrong', why: 'word' })
  expect(judge(lane(), typed({ reason: 'lane' }))).toMatchObject({ answer: { Reason: 'lane' } })
})

test('what stands already is not sent again, and may be changed', () => {
  const l = lane({ state: 'answered', amountMinor: 81_250, days: 3 })
  expect(judge(l, standing(l))).toEqual({ said: 'as-it-stands' })
  expect(judge(l, { ...standing(l), price: '800' })).toMatchObject({ answer: { TotalMinor: 80_000 } })
  expect(judge(lane({ state: 'no-bid', reason: 'lane' }), typed({ price: '7' }))).toMatchObject({ answer: { TotalMinor: 700 } })
})

test('a sheet goes to its loads by number, prices alone by their place, and what fits nowhere is named', () => {
  const lanes = [lane(), lane({ quoteId: 'Q2', number: 'SQ2' })]
  const by = fill(lanes, [
    row({ number: 'sq2', price: '70', formula: true }),
    row({ number: 'SQ9', price: '1' }),
    row({ number: 'SQ1', noBid: 'no truck', note: 'sorry' }),
  ])
  expect(by.typed.Q2?.price).toBe('70')
  expect(by.typed.Q1).toEqual({ price: '', days: '', reason: 'other', note: 'no truck; sorry' })
  expect(by.unknown).toEqual(['SQ9'])
  expect(by.computed).toEqual(['SQ2'])
  const alone = fill(lanes, [row({ price: '1' }), row({ price: '2' }), row({ row: 3, price: '3' })])
  expect([alone.typed.Q1?.price, alone.typed.Q2?.price, alone.unknown]).toEqual(['1', '2', ['3']])
})

test('a blank row of a sheet leaves what was typed', () => {
  const lanes = [lane(), lane({ quoteId: 'Q2', number: 'SQ2' })]
  expect(Object.keys(fill(lanes, [row({ number: 'SQ1', days: '3' }), row({ number: 'SQ2', note: 'by rail' })]).typed)).toEqual(['Q2'])
  expect(fill(lanes, [row({}), row({ price: '2' })]).typed.Q2?.price).toBe('2')
})

test('what is typed while the answers are under way is kept, and so is what was refused', () => {
  const sent = { Q1: typed({ price: '1' }), Q2: typed({ price: '2' }), Q3: typed({ price: '3' }) }
  const again = typed({ price: '22' })
  const now = { ...sent, Q2: again, Q4: typed({ price: '4' }) }
  expect(unsent(now, sent, ['Q1', 'Q2', 'Q3'], { Q3: 'Too late' })).toEqual({ Q2: again, Q3: sent.Q3, Q4: now.Q4 })
})

test('what is pasted keeps its cells, with commas and quotes in them', () => {
  expect(quoted('SQ1\t1,044.00\r\n\r\nSQ2\t"x"')).toBe('"SQ1","1,044.00"\n"SQ2","""x"""')
})
