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

const day = /^\d{4}-\d\d-\d\d$/

export function historySearch(raw: Record<string, unknown>): HistorySearch {
  const search: HistorySearch = {}
  // An address turns digits into a number, and a label that begins with 0 must stay text.
  if ((typeof raw.lpn === 'string' && raw.lpn) || typeof raw.lpn === 'number') search.lpn = String(raw.lpn)
  const state = states.find((s) => s === raw.state)
  if (state) search.state = state
  if (typeof raw.from === 'string' && day.test(raw.from)) search.from = raw.from
  if (typeof raw.to === 'string' && day.test(raw.to)) search.to = raw.to
  if (typeof raw.load === 'string' && raw.load) search.load = raw.load
  if (typeof raw.pallet === 'string' && raw.pallet) search.pallet = raw.pallet
  return search
}
