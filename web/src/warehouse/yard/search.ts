import { oneOf, searchOf, text } from '@/kit/page/search'
import type { Shows } from './yard'

/** What of the yard is shown. It lives in the address. */
export interface YardSearch {
  warehouse?: string
  view?: 'list' | 'moves' | 'history' | 'rows' | 'terms'
  find?: string
  narrow?: Shows
  /** The trailer or the place that was picked. */
  at?: string
}

export const yardSearch = searchOf<YardSearch>({
  warehouse: text,
  view: oneOf(['list', 'moves', 'history', 'rows', 'terms']),
  find: text,
  narrow: oneOf(['empty', 'loaded', 'reefer', 'over', 'asked', 'adrift']),
  at: text,
})
