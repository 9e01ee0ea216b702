import { oneOf, searchOf, text } from '@/kit/page/search'

const panels = ['list', 'door', 'short', 'damage', 'note', 'weigh', 'lot', 'teach', 'done'] as const
export type Panel = (typeof panels)[number]

/** Where somebody is in a load. In the address, so that a reload, a lock or a call comes back to exactly this. */
export interface LoadingSearch {
  /** The label that was scanned last; what it meant is read from the rows again. */
  last?: string
  panel?: Panel
  /** The pallet that a panel is about. */
  pallet?: string
}

export const loadingSearch = searchOf<LoadingSearch>({ last: text, panel: oneOf(panels), pallet: text })
