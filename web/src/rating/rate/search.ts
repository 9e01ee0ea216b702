/** What the address of the rates says: open orders, a shipment, or two postal codes and the goods. */
export interface RateSearch {
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
  lb?: number
  class?: string
  pallets?: number
  length?: number
  width?: number
  height?: number
  carrier?: string
  services?: string
}

const texts = ['orders', 'shipment', 'view', 'outcome', 'from', 'to', 'on', 'class', 'carrier', 'services'] as const
const numbers = ['rating', 'lb', 'pallets', 'length', 'width', 'height'] as const

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
  return found
}
