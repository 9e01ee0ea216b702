/** The pallet that stands beside the list. In the address, so it can be sent to somebody. */
export interface PalletsSearch {
  pallet?: string
}

export const palletsSearch = (raw: Record<string, unknown>): PalletsSearch =>
  typeof raw.pallet === 'string' && raw.pallet ? { pallet: raw.pallet } : {}
