import { day, oneOf, searchOf, text } from '@/kit/page/search'
import type { Direction } from '../slots/plans'

/** What of the scheduler is shown. It lives in the address. */
export interface SchedulerSearch {
  warehouse?: string
  day?: string
  as?: 'list'
  find?: string
}

export interface SchedulerProps {
  /** Without one, all of them. */
  direction?: Direction
  search: SchedulerSearch
  onSearch: (search: SchedulerSearch) => void
}

export const schedulerSearch = searchOf<SchedulerSearch>({ warehouse: text, day, as: oneOf(['list']), find: text })
