import { createFileRoute } from '@tanstack/react-router'
import { StatusScreen } from '../status/StatusScreen'
import { statusSearch } from '../status/search'

export const Route = createFileRoute('/_signedIn/ShipmentStatus')({ validateSearch: statusSearch, component: Screen })

function Screen() {
  return <StatusScreen wanted={Route.useSearch().status} />
}
