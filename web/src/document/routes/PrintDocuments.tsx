import { createFileRoute } from '@tanstack/react-router'
import { ReprintScreen } from '../reprint/ReprintScreen'
import { reprintSearch } from '../reprint/search'

export const Route = createFileRoute('/_signedIn/PrintDocuments')({ validateSearch: reprintSearch, component: Screen })

function Screen() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return <ReprintScreen search={search} onSearch={(next) => void navigate({ search: next })} />
}
