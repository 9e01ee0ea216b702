import { createFileRoute } from '@tanstack/react-router'
import { RailScreen } from '../rail/RailScreen'
import { trackingSearch } from '../search'

export const Route = createFileRoute('/_signedIn/RailStatus')({ validateSearch: trackingSearch, component: Screen })

function Screen() {
  return <RailScreen search={Route.useSearch()} />
}
