import { createFileRoute } from '@tanstack/react-router'
import { ManageScreen } from '../manage/ManageScreen'
import { manageSearch } from '../manage/search'

export const Route = createFileRoute('/_signedIn/ManageCarriers')({ validateSearch: manageSearch, component: Screen })

function Screen() {
  const { tab } = Route.useSearch()
  const navigate = Route.useNavigate()
  return <ManageScreen tab={tab} onTab={(tab) => void navigate({ search: { tab } })} />
}
