import { createFileRoute } from '@tanstack/react-router'
import { ClaimScreen } from '../case/ClaimScreen'
import { claimSearch } from '../case/search'

export const Route = createFileRoute('/_signedIn/ClaimsDetails/$ShipmentId')({ validateSearch: claimSearch, component: Screen })

function Screen() {
  return <ClaimScreen shipmentId={Route.useParams().ShipmentId} search={Route.useSearch()} />
}
