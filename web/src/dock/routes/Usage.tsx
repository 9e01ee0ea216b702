import { createFileRoute } from '@tanstack/react-router'
import { usageSearch } from '../usage/search'
import { UsageScreen } from '../usage/UsageScreen'

export const Route = createFileRoute('/_signedIn/Usage')({ validateSearch: usageSearch, component: Usage })

function Usage() {
  const navigate = Route.useNavigate()
  return <UsageScreen search={Route.useSearch()} onSearch={(search) => void navigate({ search, replace: true })} />
}
