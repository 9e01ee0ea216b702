import { day, searchOf, text } from '@/kit/page/search'

/** Which report is open, its days, and the group whose rows are listed. */
export interface CustomSearch {
  id?: string
  from?: string
  to?: string
  warehouse?: string
  /** The key of a sum: group, second group and currency. */
  sum?: string
}

export const customSearch = searchOf<CustomSearch>({ id: text, from: day, to: day, warehouse: text, sum: text })
