import { createFileRoute } from '@tanstack/react-router'
import { rateSearch } from '../rate/search'
import { TransitScreen } from '../transit/TransitScreen'

export const Route = createFileRoute('/_signedIn/TransitTime')({ validateSearch: rateSearch, component: Screen })

function Screen() {
  return <TransitScreen search={Route.useSearch()} />
}
