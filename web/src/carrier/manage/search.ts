import { oneOf, searchOf } from '@/kit/page/search'

export interface ManageSearch {
  tab?: 'freight' | 'visibility' | 'bill-to' | 'odfl' | 'carriers' | 'directory' | 'holidays' | 'portal'
}
export const manageSearch = searchOf<ManageSearch>({
  tab: oneOf(['freight', 'visibility', 'bill-to', 'odfl', 'carriers', 'directory', 'holidays', 'portal']),
})
