import { createFileRoute } from '@tanstack/react-router'
import { ShipmentListScreen } from '../bucket/ShipmentListScreen'
import { listSearch } from '../status/search'

export const Route = createFileRoute('/_signedIn/ShipmentList')({ validateSearch: listSearch, component: Screen })

function Screen() {
  return <ShipmentListScreen wanted={Route.useSearch().tab} />
}
