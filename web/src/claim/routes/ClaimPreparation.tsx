import { createFileRoute } from '@tanstack/react-router'
import { claimSearch } from '../case/search'
import { PrepareScreen } from '../prepare/PrepareScreen'

export const Route = createFileRoute('/_signedIn/ClaimPreparation/{-$shipmentid}/{-$sh}')({
  validateSearch: claimSearch,
  component: Screen,
})

function Screen() {
  return <PrepareScreen shipmentId={Route.useParams().shipmentid} claimId={Route.useSearch().claim} />
}
