import { searchOf, text } from '@/kit/page/search'

/** Which part of a page is shown, and which container or rail car. */
export interface TrackingSearch {
  tab?: string
  unit?: string
}

export const trackingSearch = searchOf<TrackingSearch>({ tab: text, unit: text })
