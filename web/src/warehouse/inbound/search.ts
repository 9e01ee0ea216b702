import { day, oneOf, searchOf, text } from '@/kit/page/search'

/** What of a warehouse's inbound day is shown. It lives in the address. */
export interface InboundSearch {
  warehouse?: string
  day?: string
  state?: 'expected' | 'late' | 'overdue' | 'here' | 'done' | 'no-show'
  as?: 'board' | 'gate'
}

export const inboundSearch = searchOf<InboundSearch>({
  warehouse: text,
  day,
  state: oneOf(['expected', 'late', 'overdue', 'here', 'done', 'no-show']),
  as: oneOf(['board', 'gate']),
})
