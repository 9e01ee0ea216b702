import { createFileRoute } from '@tanstack/react-router'
import type { ReportSearch } from '@/kit/report/search'
import { HubScreen, hubSearch } from '../hub/HubScreen'

export const Route = createFileRoute('/_signedIn/DataHub')({ validateSearch: (raw: ReportSearch) => raw, component: Screen })

function Screen() {
  const navigate = Route.useNavigate()
  return <HubScreen search={hubSearch({ ...Route.useSearch() })} onSearch={(search) => void navigate({ search })} />
}
