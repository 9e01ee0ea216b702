import { oneOf, searchOf } from '@/kit/page/search'

export interface ManageSearch {
  tab?: 'freight' | 'carriers' | 'holidays'
}
export const manageSearch = searchOf<ManageSearch>({ tab: oneOf(['freight', 'carriers', 'holidays']) })
