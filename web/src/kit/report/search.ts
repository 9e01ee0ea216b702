/** What a report is narrowed to. In the address, so that it can be sent to somebody and printed again. */
export interface ReportSearch {
  from?: string
  to?: string
  warehouse?: string
}

const day = /^\d{4}-\d\d-\d\d$/

/** Takes the days and the texts of these names from an address, and nothing that makes no sense. */
export function reportSearch<K extends string>(raw: Record<string, unknown>, ...names: K[]): ReportSearch & { [k in K]?: string } {
  const search: Record<string, string> = {}
  for (const name of ['from', 'to'] as const) {
    const value = raw[name]
    if (typeof value === 'string' && day.test(value)) search[name] = value
  }
  for (const name of ['warehouse', ...names]) {
    const value = raw[name] // a text of digits has become a number in the address
    if ((typeof value === 'string' && value) || typeof value === 'number') search[name] = String(value)
  }
  return search as ReportSearch & { [k in K]?: string } // only these names were written
}

/** The search with some of it changed, without what is empty: an address says nothing that is not so. */
export const changed = <S extends object>(search: S, change: Partial<S>): S =>
  Object.fromEntries(Object.entries({ ...search, ...change }).filter(([, v]) => v !== undefined && v !== '')) as S // its own members
