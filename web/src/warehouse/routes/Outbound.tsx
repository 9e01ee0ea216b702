import { createFileRoute } from '@tanstack/react-router'
import { SchedulerScreen } from '../scheduler/SchedulerScreen'
import { schedulerSearch } from '../scheduler/search'

export const Route = createFileRoute('/_signedIn/Outbound')({ validateSearch: schedulerSearch, component: Shown })

function Shown() {
  const navigate = Route.useNavigate()
  return <SchedulerScreen direction="outbound" search={Route.useSearch()} onSearch={(search) => void navigate({ search, replace: true })} />
}
