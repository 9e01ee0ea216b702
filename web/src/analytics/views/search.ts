import type { AnalyticsCondition } from '@sync/gen/api'
import { day, flag, searchOf, text } from '@/kit/page/search'

/** What a view is narrowed to, in its address. */
export interface ViewSearch {
  from?: string
  to?: string
  warehouse?: string
  /** The user's own filters as JSON; without it those that were saved. */
  filters?: string
  /** Opens the default view where the address names none. */
  is_default_template?: true
}

export const viewSearch = searchOf<ViewSearch>({ from: day, to: day, warehouse: text, filters: text, is_default_template: flag })

export type Compared = AnalyticsCondition['Is']

/** Reads filters from an address; undefined where it says none that make sense. */
export function filtersIn(said: string | undefined): AnalyticsCondition[] | undefined {
  if (said === undefined) return undefined
  try {
    const read: unknown = JSON.parse(said)
    return Array.isArray(read) && read.every((c) => typeof c?.Key === 'string' && typeof c?.Is === 'string') ? read : undefined
  } catch {
    return undefined
  }
}
