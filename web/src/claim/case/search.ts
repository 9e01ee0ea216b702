import { searchOf, text } from '@/kit/page/search'

/** Which of a shipment's claims is meant. */
export interface ClaimSearch {
  claim?: string
}

export const claimSearch = searchOf<ClaimSearch>({ claim: text })

export interface ClaimsSearch {
  state?: string
}

export const claimsSearch = searchOf<ClaimsSearch>({ state: text })
