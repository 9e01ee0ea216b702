import { day, flag, oneOf, searchOf, text } from '@/kit/page/search'
import type { Load } from '../load/load'

const states = ['waiting', 'arrived', 'loading', 'loaded', 'signed', 'void'] as const satisfies Load['state'][]
export type BoardState = (typeof states)[number]

/** What of the board is shown. It lives in the address, so a reload or a bookmark shows the same. */
export interface BoardSearch {
  warehouse?: string
  carrier?: string
  /** A day; without one today and whatever is still open from before. */
  on?: string
  state?: BoardState
  /** Also the loads beyond the next few. */
  more?: boolean
}

export const boardSearch = searchOf<BoardSearch>({ warehouse: text, carrier: text, on: day, state: oneOf(states), more: flag })
