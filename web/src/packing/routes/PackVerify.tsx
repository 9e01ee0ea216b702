import { createFileRoute } from '@tanstack/react-router'
import { planSearch } from '../plan/search'
import { VerifyScreen } from '../verify/VerifyScreen'

export const Route = createFileRoute('/_signedIn/PackVerify')({ validateSearch: planSearch, component: Screen })

function Screen() {
  return <VerifyScreen search={Route.useSearch()} />
}
