const word = (v: unknown) => (typeof v === 'string' ? v : undefined)

/** Which of a shipment's claims is meant. */
export interface ClaimSearch {
  claim?: string
}

export function claimSearch(raw: Record<string, unknown>): ClaimSearch {
  const claim = word(raw.claim)
  return claim ? { claim } : {}
}

export interface ClaimsSearch {
  state?: string
}

export function claimsSearch(raw: Record<string, unknown>): ClaimsSearch {
  const state = word(raw.state)
  return state ? { state } : {}
}
