import { day, searchOf, text, whole } from '@/kit/page/search'

// What the routes know of these screens before they are loaded: nothing here may import a screen, and each line is loaded with the first page of all.
// Whether there is such a tab the screen knows.

export const statusSearch = searchOf<{ status?: string }>({ status: text })

export const listSearch = searchOf<{ tab?: string }>({ tab: text })

export interface HistorySearch {
  status?: string
  page?: number
  from?: string | undefined
  to?: string | undefined
  text?: string | undefined
  customer?: string | undefined
  /** The company that is charged. */
  entity?: string | undefined
  carrier?: string | undefined
  warehouse?: string | undefined
  /** A rate mode's bit. */
  mode?: number | undefined
  /** Who built it. */
  by?: string | undefined
}

const short = (said: unknown) => {
  const word = text(said)
  return word && word.length <= 60 ? word : undefined
}

export const historySearch = searchOf<HistorySearch>({
  status: text,
  page: whole(2),
  from: day,
  to: day,
  text: short,
  customer: short,
  entity: short,
  carrier: short,
  warehouse: short,
  mode: whole(1, 8191),
  by: short,
})
