import { type ImportSearch, importSearch } from '../import/search'

/** What the address of the open orders says beside the page: a file that is being read, the rows of one file, one order to look at. */
export interface OrdersSearch extends ImportSearch {
  of?: string
  order?: string
  /** Shipments that were put back to open, instead of the orders. */
  back?: boolean
}

const text = (v: unknown) => (typeof v === 'string' && v !== '' ? v : undefined)

export function ordersSearch(raw: Record<string, unknown>): OrdersSearch {
  const found: OrdersSearch = {
    ...importSearch(raw),
    of: text(raw.of),
    order: text(raw.order),
    back: raw.back === true || undefined,
  }
  for (const key of Object.keys(found) as (keyof OrdersSearch)[]) if (found[key] === undefined) delete found[key] // keys of this very object
  return found
}
