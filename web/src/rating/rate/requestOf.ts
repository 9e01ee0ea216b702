import type { EngineService, FreightItem, FreightPackage, RatingRatesReq } from '@sync/gen/api'
import { rowsOf } from './rowsOf'
import type { RateLine, RateParcel, RateSearch } from './search'

export const asked = (codes: string | undefined): EngineService[] =>
  codes ? codes.split(',').map((code) => ({ code, quantity: '1' })) : []

/** The class of a line that has none: the server proposes one by the density, and says so. */
export const byDensity = 'density'

const milli = (n: number | undefined) => Math.round((n ?? 0) * 1000)
const inches = (n: number | undefined) => ({ milli: milli(n), unit: 'in' })
const size = (r: RateLine | RateParcel) => ({ length: inches(r.length), width: inches(r.width), height: inches(r.height) })

const itemOf = (r: RateLine): FreightItem => ({
  description: '',
  pieces: r.pallets ?? 1,
  packageType: 'PLT',
  pallets: r.pallets ?? 1,
  weight: { milli: milli(r.lb), unit: 'lb' },
  class: r.class === byDensity ? '' : (r.class ?? '70'),
  ...size(r),
})

const packageOf = (r: RateParcel): FreightPackage => ({ count: r.count ?? 1, weight: { milli: milli(r.lb), unit: 'lb' }, ...size(r) })

/** The request of an address; undefined while it says too little. */
export function requestOf(address: RateSearch): RatingRatesReq | undefined {
  const s = rowsOf(address)
  const parcels = (s.parcels ?? []).filter((r) => r.lb)
  // One question is of one load: the price of packages is not compared with that of other freight.
  const lines = parcels.length > 0 ? [] : [s, ...(s.more ?? [])].filter((r) => r.lb)
  if (!s.from || !s.to || lines.length + parcels.length === 0) return undefined
  return {
    From: { zip: s.from, state: '', country: '' },
    To: { zip: s.to, state: '', country: '' },
    ShipOn: s.on ?? '',
    Carrier: s.carrier ?? '',
    Services: asked(s.services),
    ...(s.by ? { ArriveBy: s.by } : {}),
    ...(s.modes ? { RateModeID: s.modes } : {}),
    ...(lines.length > 0 ? { Items: lines.map(itemOf) } : {}),
    ...(parcels.length > 0 ? { Mailpieces: parcels.map(packageOf) } : {}),
  }
}
