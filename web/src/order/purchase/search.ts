import { type ImportSearch, importSearch } from '../import/search'

/** What an address says of purchase orders: a file of them that is read, or those that are being shipped. */
export interface PurchaseSearch extends ImportSearch {
  /** The purchase order that is being shipped. */
  po?: string
  /** Those that go with it on one shipment. */
  with?: string[]
}

const texts = (raw: unknown) => (Array.isArray(raw) ? raw.filter((v): v is string => typeof v === 'string' && v !== '') : [])

/** Takes only sense from an address. */
export function purchaseSearch(raw: Record<string, unknown>): PurchaseSearch {
  if (typeof raw.po !== 'string' || !raw.po) return importSearch(raw)
  const others = texts(raw.with).filter((id) => id !== raw.po)
  return { po: raw.po, ...(others.length > 0 ? { with: others } : {}) }
}
