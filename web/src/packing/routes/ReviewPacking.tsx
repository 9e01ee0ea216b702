import { createFileRoute } from '@tanstack/react-router'
import { PlansScreen } from '../plan/PlansScreen'
import { planSearch } from '../plan/search'

export const Route = createFileRoute('/_signedIn/ReviewPacking')({ validateSearch: planSearch, component: Screen })

function Screen() {
  return <PlansScreen search={Route.useSearch()} />
}
