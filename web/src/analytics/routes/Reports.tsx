import { createFileRoute } from '@tanstack/react-router'
import { ReportsScreen } from '../reports/ReportsScreen'
import { type ReportsSearch, reportsSearch } from '../reports/search'

export const Route = createFileRoute('/_signedIn/Reports')({ validateSearch: (raw: ReportsSearch) => raw, component: Screen })

function Screen() {
  const navigate = Route.useNavigate()
  return <ReportsScreen search={reportsSearch({ ...Route.useSearch() })} onSearch={(search) => void navigate({ search })} />
}
