import { createFileRoute } from '@tanstack/react-router'
import { AccountScreen } from '../carrier/AccountScreen'
import { carrierSearch } from '../carrier/search'

export const Route = createFileRoute('/_signedIn/StampsIntegration')({ validateSearch: carrierSearch, component: Screen })

function Screen() {
  const navigate = Route.useNavigate()
  return <AccountScreen carrier="stamps" search={Route.useSearch()} left={() => void navigate({ search: {}, replace: true })} />
}
