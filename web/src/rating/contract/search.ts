import { searchOf, text, whole } from '@/kit/page/search'

/** What the address of the contracts says: one of them, a version, or a file that waits to be saved. */
export interface ContractSearch {
  id?: string
  version?: number
  import?: string
}

export const contractSearch = searchOf<ContractSearch>({ id: text, version: whole(), import: text })
