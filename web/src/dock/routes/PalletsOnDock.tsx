import { createFileRoute } from '@tanstack/react-router'
import { PalletsScreen } from '../pallets/PalletsScreen'
import { palletsSearch } from '../pallets/search'

export const Route = createFileRoute('/_signedIn/PalletsOnDock')({ validateSearch: palletsSearch, component: Pallets })

function Pallets() {
  const navigate = Route.useNavigate()
  return <PalletsScreen search={Route.useSearch()} onSearch={(search) => void navigate({ search, replace: true })} />
}
