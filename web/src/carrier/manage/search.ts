import { oneOf, searchOf } from '@/kit/page/search'

export interface ManageSearch {
  tab?: 'freight' | 'bill-to' | 'odfl' | 'carriers' | 'directory' | 'holidays' | 'portal'
}
export const manageSearch = searchOf<ManageSearch>({
  tab: oneOf(['freight', 'bill-to', 'odfl', 'carriers', 'directory', 'holidays', 'portal']),
})
