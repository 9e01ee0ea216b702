import type { EngineCharge, RatingCandidate, RatingPricesheetsResp } from '@sync/gen/api'
import { expect, test } from 'vitest'
import { askedOtherwise, pricesMoved } from './differ'

const line = (code: string, amount: number) => ({ code, amount }) as EngineCharge

const price = (tariff: string, version: number, lines: [string, number][] | undefined, currency = 'USD') => {
  const total = (lines ?? []).reduce((sum, [, amount]) => sum + amount, 0)
  return {
    provider: '',
    tariff,
    carrier: tariff,
    version,
    currency,
    totalMinor: total,
    quote: lines && { charges: lines.map(([code, amount]) => line(code, amount)), total },
  } as RatingCandidate
}

const rating = (shipOn: string, fuel: string, services: string[], candidates: RatingCandidate[]) =>
  ({
    customer: 'ACME',
    answer: {
      preferred: '',
      candidates,
      request: {
        shipOn,
        from: { zip: '30336' },
        to: { zip: '37203' },
        miles: '250',
        items: [{ class: '70', weight: '1250' }],
        services: services.map((code) => ({ code, quantity: '1' })),
        fuel: [
          { monday: '2026-11-09', price: '3.5' },
          { monday: '2026-11-16', price: fuel },
        ],
      },
    },
  }) as unknown as RatingPricesheetsResp

test('what was asked otherwise is named, and nothing else', () => {
  const before = rating('2026-11-20', '3.553', ['LFTD', 'APTD'], [])
  expect(askedOtherwise(before, rating('2026-11-20', '3.553', ['APTD', 'LFTD'], []))).toEqual([])
  expect(askedOtherwise(before, rating('2026-11-23', '4.2', ['APTD'], []))).toEqual([
    { what: 'shipOn', before: '2026-11-20', now: '2026-11-23' },
    { what: 'services', before: 'APTD, LFTD', now: 'APTD' },
    { what: 'fuel', before: '3.553', now: '4.2' },
  ])
})

test('each price says by how much and by which lines of its receipt it moved', () => {
  const before = rating(
    '',
    '',
    [],
    [
      price('SAIA', 1, [
        ['freight', 10_000],
        ['freight', 2_000],
        ['fuel', 3_000],
        ['LFTD', 900],
      ]),
      price('ODFL', 3, [['freight', 9_000]]),
      price('RLCA', 1, undefined),
      price('GONE', 1, [['freight', 1]]),
    ],
  )
  const now = rating(
    '',
    '',
    [],
    [
      price('ODFL', 3, [['freight', 9_000]]),
      price('SAIA', 2, [
        ['freight', 12_000],
        ['fuel', 3_400],
      ]),
      price('RLCA', 1, undefined),
      price('CAD', 1, [['freight', 5]], 'CAD'),
    ],
  )
  const moved = pricesMoved(before, now)
  expect(moved.map((m) => [m.key.split('/')[1], m.before?.version, m.now?.version, m.byMinor])).toEqual([
    ['ODFL', 3, 3, 0],
    ['SAIA', 1, 2, -500],
    ['CAD', undefined, 1, undefined],
    ['GONE', 1, undefined, undefined],
  ])
  const saia = moved[1]
  expect(saia?.charges).toEqual([
    { code: 'fuel', before: 3_000, now: 3_400 },
    { code: 'LFTD', before: 900, now: undefined },
  ])
  expect(saia?.charges.reduce((sum, c) => sum + (c.now ?? 0) - (c.before ?? 0), 0)).toBe(saia?.byMinor)
})

test('two currencies are not subtracted', () => {
  const [moved] = pricesMoved(
    rating('', '', [], [price('X', 1, [['freight', 100]], 'USD')]),
    rating('', '', [], [price('X', 2, [['freight', 100]], 'CAD')]),
  )
  expect(moved).toMatchObject({ byMinor: undefined, charges: [] })
})
