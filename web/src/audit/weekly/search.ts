import { type ReportSearch, reportSearch } from '@/kit/report/search'

export interface WeeklySearch extends ReportSearch {
  /** The figure that is charted. */
  of?: Figure
  carrier?: string
  currency?: string
  /** The batch whose invoices are listed: year and ISO week. */
  week?: string
}

const figures = ['saved', 'billed', 'paid', 'invoices', 'firstPass'] as const
export type Figure = (typeof figures)[number]

/** Takes only sense from an address. */
export function weeklySearch(raw: Record<string, unknown>): WeeklySearch {
  const { of, week, ...search } = reportSearch(raw, 'of', 'carrier', 'currency', 'week')
  const figure = figures.find((f) => f === of)
  return { ...search, ...(figure ? { of: figure } : {}), ...(week && /^\d{6}$/.test(week) ? { week } : {}) }
}
