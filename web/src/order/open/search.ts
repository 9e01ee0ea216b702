import { flag, searchOf, text } from '@/kit/page/search'
import { type ImportSearch, importSearch } from '../import/search'

/** What the address of the open orders says beside the page: a file that is being read, the rows of one file, one order to look at. */
export interface OrdersSearch extends ImportSearch {
  of?: string
  order?: string
  /** Shipments that were put back to open, instead of the orders. */
  back?: boolean
}

const own = searchOf<Omit<OrdersSearch, keyof ImportSearch>>({ of: text, order: text, back: flag })

export const ordersSearch = (raw: Record<string, unknown>): OrdersSearch => ({ ...importSearch(raw), ...own(raw) })
