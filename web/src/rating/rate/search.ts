/** A line of freight: so many pallets of one size and class, and what they weigh together. */
export interface RateLine {
  lb?: number
  class?: string
  pallets?: number
  length?: number
  width?: number
  height?: number
}

/** Equal packages: how many, and what one of them weighs. */
export interface RateParcel {
  count?: number
  lb?: number
  length?: number
  width?: number
  height?: number
}

/** What the address of the rates says: open orders, a shipment, or two postal codes and the goods. The first line stands in it by itself, further ones in `more`. */
export interface RateSearch extends RateLine {
  orders?: string
  shipment?: string
  /** Which of the shipment's ratings; none is the one that counts. */
  rating?: number
  /** The list of spot quotes. */
  view?: string
  /** Which of them, by what came of them. */
  outcome?: string | undefined
  from?: string
  to?: string
  on?: string
  /** The day by which it must be there. */
  by?: string
  /** The rate modes that are asked, as the sum of their bits; none is all. */
  modes?: number
  carrier?: string
  services?: string
  more?: RateLine[]
  parcels?: RateParcel[]
}

const texts = ['orders', 'shipment', 'view', 'outcome', 'from', 'to', 'on', 'by', 'class', 'carrier', 'services'] as const
const numbers = ['rating', 'modes', 'lb', 'pallets', 'length', 'width', 'height'] as const

export function rateSearch(raw: Record<string, unknown>): RateSearch {
  const found: RateSearch = {}
  for (const k of texts) {
    const v = raw[k]
    // the router reads a ZIP code as a number
    if (typeof v === 'string' && v !== '') found[k] = v
    else if (typeof v === 'number') found[k] = k === 'from' || k === 'to' ? String(v).padStart(5, '0') : String(v)
  }
  for (const k of numbers) {
    const v = Number(raw[k])
    if (Number.isFinite(v) && v > 0) found[k] = v
  }
  // Rows are taken as they stand; who reads them asks rowsOf.
  for (const k of ['more', 'parcels'] as const) if (Array.isArray(raw[k]) && raw[k].length > 0) found[k] = raw[k]
  return found
}
