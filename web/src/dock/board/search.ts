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

export function boardSearch(raw: Record<string, unknown>): BoardSearch {
  const search: BoardSearch = {}
  if (typeof raw.warehouse === 'string' && raw.warehouse) search.warehouse = raw.warehouse
  if (typeof raw.carrier === 'string' && raw.carrier) search.carrier = raw.carrier
  if (typeof raw.on === 'string' && /^\d{4}-\d\d-\d\d$/.test(raw.on)) search.on = raw.on
  const state = states.find((s) => s === raw.state)
  if (state) search.state = state
  if (raw.more === true) search.more = true
  return search
}
