import { createFileRoute } from '@tanstack/react-router'
import { type WeeklySearch, weeklySearch } from '../weekly/search'
import { WeeklyScreen } from '../weekly/WeeklyScreen'

export const Route = createFileRoute('/_signedIn/WeeklyReports')({ validateSearch: (raw: WeeklySearch) => raw, component: Screen })

function Screen() {
  const navigate = Route.useNavigate()
  return <WeeklyScreen search={weeklySearch({ ...Route.useSearch() })} onSearch={(search) => void navigate({ search })} />
}
