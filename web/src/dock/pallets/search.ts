import { searchOf, text } from '@/kit/page/search'

/** The pallet that stands beside the list. In the address, so it can be sent to somebody. */
export interface PalletsSearch {
  pallet?: string
}

export const palletsSearch = searchOf<PalletsSearch>({ pallet: text })
