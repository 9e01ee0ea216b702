import { createFileRoute } from '@tanstack/react-router'
import { type UsageSearch, usageSearch } from '../usage/search'
import { UsageScreen } from '../usage/UsageScreen'

export const Route = createFileRoute('/_signedIn/Usage')({ validateSearch: (raw: UsageSearch) => raw, component: Usage })

function Usage() {
  const navigate = Route.useNavigate()
  return <UsageScreen search={usageSearch({ ...Route.useSearch() })} onSearch={(search) => void navigate({ search, replace: true })} />
}
