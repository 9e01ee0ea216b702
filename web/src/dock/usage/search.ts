/** What of the use is shown. In the address, so that it can be sent to somebody and printed again. */
export interface UsageSearch {
  from?: string
  to?: string
  warehouse?: string
  user?: string
  of?: Figure
}

const figures = ['scans', 'loads', 'signatures', 'exceptions', 'photos'] as const
export type Figure = (typeof figures)[number]

const day = /^\d{4}-\d\d-\d\d$/

export function usageSearch(raw: Record<string, unknown>): UsageSearch {
  const search: UsageSearch = {}
  if (typeof raw.from === 'string' && day.test(raw.from)) search.from = raw.from
  if (typeof raw.to === 'string' && day.test(raw.to)) search.to = raw.to
  if (typeof raw.warehouse === 'string' && raw.warehouse) search.warehouse = raw.warehouse
  if (typeof raw.user === 'string' && raw.user) search.user = raw.user
  const of = figures.find((f) => f === raw.of)
  if (of) search.of = of
  return search
}
