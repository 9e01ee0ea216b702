import { createFileRoute } from '@tanstack/react-router'
import { ActsScreen } from '../internal/ActsScreen'
import { type ActsSearch, actsSearch } from '../internal/acts'

export const Route = createFileRoute('/_signedIn/InternalDashboard')({ validateSearch: (raw: ActsSearch) => raw, component: Screen })

function Screen() {
  const navigate = Route.useNavigate()
  return <ActsScreen search={actsSearch({ ...Route.useSearch() })} onSearch={(search) => void navigate({ search })} />
}
