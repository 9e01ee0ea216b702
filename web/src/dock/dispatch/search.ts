/** What of the console is shown. It lives in the address. */
export interface DispatchSearch {
  warehouse?: string
  /** Only what is past its window. */
  late?: boolean
}

export function dispatchSearch(raw: Record<string, unknown>): DispatchSearch {
  const search: DispatchSearch = {}
  if (typeof raw.warehouse === 'string' && raw.warehouse) search.warehouse = raw.warehouse
  if (raw.late === true) search.late = true
  return search
}
