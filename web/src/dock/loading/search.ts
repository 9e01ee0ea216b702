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

export function loadingSearch(raw: Record<string, unknown>): LoadingSearch {
  const search: LoadingSearch = {}
  // An address turns digits into a number, and a label that begins with 0 must stay text.
  if (typeof raw.last === 'string' || typeof raw.last === 'number') search.last = String(raw.last)
  const panel = panels.find((p) => p === raw.panel)
  if (panel) search.panel = panel
  if (typeof raw.pallet === 'string') search.pallet = raw.pallet
  return search
}
