import { createFileRoute } from '@tanstack/react-router'
import { SchedulerScreen } from '../scheduler/SchedulerScreen'
import { schedulerSearch } from '../scheduler/search'

export const Route = createFileRoute('/_signedIn/Transfer')({ validateSearch: schedulerSearch, component: Shown })

function Shown() {
  const navigate = Route.useNavigate()
  return <SchedulerScreen direction="transfer" search={Route.useSearch()} onSearch={(search) => void navigate({ search, replace: true })} />
}
