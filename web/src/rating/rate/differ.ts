import type { RatingCandidate, RatingPricesheetsResp } from '@sync/gen/api'

/** What of the question can be another: each is said in words by whoever shows it. */
export type Asked = 'shipOn' | 'from' | 'to' | 'miles' | 'goods' | 'units' | 'services' | 'preferred' | 'customer' | 'fuel'

export interface AskedOtherwise {
  what: Asked
  before: string
  now: string
}

const listed = (parts: string[]) => (parts.length > 0 ? parts.join(', ') : '')

function question({ answer, customer }: RatingPricesheetsResp): Record<Asked, string> {
  const r = answer.request
  return {
    shipOn: r.shipOn,
    from: r.from.zip,
    to: r.to.zip,
    miles: r.miles,
    goods: listed([
      ...(r.items ?? []).map((i) => `${i.weight} lb × ${i.class}`),
      ...(r.packages ?? []).map((p) => `${p.count || 1} × ${p.weight} lb`),
    ]),
    units: listed((r.units ?? []).map((u) => `${u.count} × ${u.length} × ${u.width} × ${u.height} in`)),
    services: listed((r.services ?? []).map((s) => s.code).sort()),
    preferred: answer.preferred,
    customer,
    fuel: (r.fuel ?? []).at(-1)?.price ?? '',
  }
}

/** In what two ratings of one shipment were asked differently. */
export function askedOtherwise(before: RatingPricesheetsResp, now: RatingPricesheetsResp): AskedOtherwise[] {
  const [was, is] = [question(before), question(now)]
  return (Object.keys(was) as Asked[]).flatMap((what) => (was[what] === is[what] ? [] : [{ what, before: was[what], now: is[what] }])) // its own keys
}

export interface ChargeMoved {
  code: string
  /** Cents; undefined where it was not charged at all. */
  before: number | undefined
  now: number | undefined
}

export interface PriceMoved {
  key: string
  before: RatingCandidate | undefined
  now: RatingCandidate | undefined
  /** Undefined where one of them has no price, or they are in two currencies. */
  byMinor: number | undefined
  /** The lines of the two receipts that are not the same; a line's cents of one code are added up. */
  charges: ChargeMoved[]
}

/** A contract is the same in another version; a spot quote is one carrier's own answer. */
const keyOf = (c: RatingCandidate) => [c.provider, c.tariff, c.carrier].join('/')

function charges(c: RatingCandidate | undefined): Map<string, number> {
  const sums = new Map<string, number>()
  for (const l of c?.quote?.charges ?? []) sums.set(l.code, (sums.get(l.code) ?? 0) + l.amount)
  return sums
}

/** What became of each carrier's price: whoever had one in either of the two, as the later one sorts them. */
export function pricesMoved(before: RatingPricesheetsResp, now: RatingPricesheetsResp): PriceMoved[] {
  const was = new Map(before.answer.candidates.map((c) => [keyOf(c), c]))
  const is = new Map(now.answer.candidates.map((c) => [keyOf(c), c]))
  return [...new Set([...is.keys(), ...was.keys()])].flatMap((key) => {
    const [b, n] = [was.get(key), is.get(key)]
    if (!b?.quote && !n?.quote) return []
    const both = b?.quote && n?.quote && b.currency === n.currency
    const [old, fresh] = [charges(b), charges(n)]
    return {
      key,
      before: b,
      now: n,
      byMinor: both ? n.totalMinor - b.totalMinor : undefined,
      charges: both
        ? [...new Set([...old.keys(), ...fresh.keys()])]
            .map((code) => ({ code, before: old.get(code), now: fresh.get(code) }))
            .filter((l) => l.before !== l.now)
        : [],
    }
  })
}
