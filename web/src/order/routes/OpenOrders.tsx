import { createFileRoute } from '@tanstack/react-router'
import { OpenOrdersScreen } from '../open/OpenOrdersScreen'
import { ordersSearch } from '../open/search'

export const Route = createFileRoute('/_signedIn/OpenOrders')({ validateSearch: ordersSearch, component: Screen })

function Screen() {
  return <OpenOrdersScreen search={Route.useSearch()} />
}
