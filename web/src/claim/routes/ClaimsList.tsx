import { createFileRoute } from '@tanstack/react-router'
import { ClaimsScreen } from '../case/ClaimsScreen'
import { claimsSearch } from '../case/search'

export const Route = createFileRoute('/_signedIn/ClaimsList')({ validateSearch: claimsSearch, component: Screen })

function Screen() {
  return <ClaimsScreen search={Route.useSearch()} />
}
