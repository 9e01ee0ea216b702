import { day, oneOf, searchOf, text } from '@/kit/page/search'

const states = ['signed', 'left', 'void'] as const
export type PastState = (typeof states)[number]

/** What of the past is shown. In the address, so that a claim's clerk can send it to somebody. */
export interface HistorySearch {
  /** A pallet's number or label: only the loads that it was on. */
  lpn?: string
  state?: PastState
  from?: string
  to?: string
  /** The load whose pallets stand beside the list, and the one of them that is looked at. */
  load?: string
  pallet?: string
}

export const historySearch = searchOf<HistorySearch>({ lpn: text, state: oneOf(states), from: day, to: day, load: text, pallet: text })
