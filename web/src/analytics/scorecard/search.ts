import type { AnalyticsBehindReq } from '@sync/gen/api'
import { type ReportSearch, reportSearch } from '@/kit/report/search'

export type Measure = AnalyticsBehindReq['Measure']
export type Counts = Exclude<NonNullable<AnalyticsBehindReq['Counts']>, ''>

export interface ScoreSearch extends ReportSearch {
  /** The figure that is charted and explained. */
  of?: Measure
  /** The carrier whose loads are listed; all carriers' with `*`. Without it carriers are. */
  carrier?: string
  counts?: Counts
  grace?: string
}

/** What both halves of the page ask for. */
export interface Asked {
  From: string
  To: string
  Warehouse: string
  GraceMinutes: number
}

export const measureNames: Measure[] = ['pickup', 'delivery', 'tender', 'claims', 'invoice']
const ways: Counts[] = ['yes', 'no', 'open', 'unknown']
export const graces = [0, 15, 30, 60]

/** Takes only sense from an address. */
export function scoreSearch(raw: Record<string, unknown>): ScoreSearch {
  const { of, counts, grace, ...search } = reportSearch(raw, 'of', 'carrier', 'counts', 'grace')
  const measure = measureNames.find((m) => m === of)
  const way = ways.find((w) => w === counts)
  return {
    ...search,
    ...(measure ? { of: measure } : {}),
    ...(way ? { counts: way } : {}),
    ...(grace && graces.includes(Number(grace)) ? { grace } : {}),
  }
}
