import { createFileRoute } from '@tanstack/react-router'
import { HistoryScreen } from '../history/HistoryScreen'
import { historySearch } from '../history/search'

export const Route = createFileRoute('/_signedIn/PalletHistory')({ validateSearch: historySearch, component: History })

function History() {
  const navigate = Route.useNavigate()
  return <HistoryScreen search={Route.useSearch()} onSearch={(search) => void navigate({ search, replace: true })} />
}
