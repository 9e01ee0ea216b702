import { flag, searchOf, text } from '@/kit/page/search'

/** What an address says of a file that is being read. */
export interface ImportSearch {
  import?: string
  /** The import of the very same file that was saved before. */
  earlier?: string
  /** The last mapping of these headers was taken. */
  kept?: boolean
}

export const importSearch = searchOf<ImportSearch>({ import: text, earlier: text, kept: (said) => flag(said === 'true' || said) })
