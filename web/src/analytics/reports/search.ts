import type { AnalyticsLine, AnalyticsLinesReq } from '@sync/gen/api'
import { type ReportSearch, reportSearch } from '@/kit/report/search'

export type Subject = AnalyticsLinesReq['Report']
export const subjectNames: Subject[] = ['shipments', 'spend', 'tenders', 'invoices', 'claims', 'ratings']

export const viewNames = ['report', 'scheduled', 'files'] as const
export type View = (typeof viewNames)[number]
export const groupNames = ['day', 'week', 'carrier', 'warehouse', 'mode', 'state'] as const
export type Group = (typeof groupNames)[number]
export const figureNames = ['rows', 'amount', 'paid', 'pallets'] as const
export type Figure = (typeof figureNames)[number]

export interface ReportsSearch extends ReportSearch {
  view?: View
  report?: Subject
  by?: Group
  of?: Figure
  currency?: string
  /** The group whose rows are listed. */
  group?: string
}

/** Takes only sense from an address. */
export function reportsSearch(raw: Record<string, unknown>): ReportsSearch {
  const { view, report, by, of, ...search } = reportSearch(raw, 'view', 'report', 'by', 'of', 'currency', 'group')
  const known = {
    view: viewNames.find((v) => v === view),
    report: subjectNames.find((s) => s === report),
    by: groupNames.find((g) => g === by),
    of: figureNames.find((f) => f === of),
  }
  return { ...search, ...Object.fromEntries(Object.entries(known).filter(([, v]) => v)) }
}

/** The figures that a report has: only money has a currency, and tenders and ratings are not loads to be added up. */
export const figuresOf = (subject: Subject): Figure[] =>
  ({
    shipments: ['rows', 'pallets'],
    spend: ['amount', 'rows', 'pallets'],
    tenders: ['rows'],
    invoices: ['amount', 'paid', 'rows'],
    claims: ['amount', 'paid', 'rows'],
    ratings: ['rows'],
  })[subject] as Figure[] // of these very names

/** Whether a report has amounts. */
export const isMoney = (figure: Figure) => figure === 'amount' || figure === 'paid'

export type Line = AnalyticsLine
