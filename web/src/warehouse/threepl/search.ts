import { oneOf, searchOf, text } from '@/kit/page/search'

/** What of the clients' loads is shown. It lives in the address. */
export interface ThreePLSearch {
  warehouse?: string
  client?: string
  status?: 'O' | 'S' | 'Q' | 'H' | 'T' | 'M' | 'A' | 'D' | 'X'
}

export const threePLSearch = searchOf<ThreePLSearch>({
  warehouse: text,
  client: text,
  status: oneOf(['O', 'S', 'Q', 'H', 'T', 'M', 'A', 'D', 'X']),
})
