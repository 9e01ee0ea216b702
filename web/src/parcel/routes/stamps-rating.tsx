import { createFileRoute } from '@tanstack/react-router'
import { ShippingScreen } from '../carrier/ShippingScreen'
import { carrierSearch } from '../carrier/search'

export const Route = createFileRoute('/_signedIn/stamps-rating')({ validateSearch: carrierSearch, component: Screen })

function Screen() {
  const navigate = Route.useNavigate()
  return <ShippingScreen carrier="stamps" search={Route.useSearch()} go={(search) => void navigate({ search, replace: true })} />
}
