import { flag, searchOf, text } from '@/kit/page/search'

/** What of the console is shown. It lives in the address. */
export interface DispatchSearch {
  warehouse?: string
  /** Only what is past its window. */
  late?: boolean
}

export const dispatchSearch = searchOf<DispatchSearch>({ warehouse: text, late: flag })
