import { createFileRoute } from '@tanstack/react-router'
import { type ReportSearch, reportSearch } from '@/kit/report/search'
import { DailyScreen } from '../daily/DailyScreen'

export const Route = createFileRoute('/_signedIn/WarehouseDailyShipment')({
  validateSearch: (raw: ReportSearch) => raw,
  component: Screen,
})

function Screen() {
  const navigate = Route.useNavigate()
  return <DailyScreen search={reportSearch({ ...Route.useSearch() })} onSearch={(search) => void navigate({ search })} />
}
