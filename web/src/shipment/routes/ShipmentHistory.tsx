import { createFileRoute } from '@tanstack/react-router'
import { HistoryScreen } from '../status/HistoryScreen'
import { historySearch } from '../status/search'

export const Route = createFileRoute('/_signedIn/ShipmentHistory')({ validateSearch: historySearch, component: Screen })

function Screen() {
  return <HistoryScreen search={Route.useSearch()} />
}
