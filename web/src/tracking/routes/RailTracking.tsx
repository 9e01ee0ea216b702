import { createFileRoute } from '@tanstack/react-router'
import { ContainerScreen } from '../ocean/ContainerScreen'
import { RailScreen } from '../rail/RailScreen'
import { trackingSearch } from '../search'

export const Route = createFileRoute('/_signedIn/RailTracking')({ validateSearch: trackingSearch, component: Screen })

/** One rail car; without one, all of them. */
function Screen() {
  const search = Route.useSearch()
  return search.unit ? <ContainerScreen id={search.unit} /> : <RailScreen search={search} />
}
