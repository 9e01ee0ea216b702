import { type ReportSearch, reportSearch } from '@/kit/report/search'

export interface UsageSearch extends ReportSearch {
  user?: string
  of?: Figure
  /** The day whose rows are shown; all days without it. */
  day?: string
}

const figures = ['scans', 'loads', 'signatures', 'exceptions', 'photos'] as const
export type Figure = (typeof figures)[number]

export function usageSearch(raw: Record<string, unknown>): UsageSearch {
  const { of, ...search } = reportSearch(raw, 'user', 'of', 'day')
  const figure = figures.find((f) => f === of)
  return figure ? { ...search, of: figure } : search
}
