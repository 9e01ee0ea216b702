import { createFileRoute } from '@tanstack/react-router'
import { TowerScreen } from '../tower/TowerScreen'
import { type TowerSearch, towerSearch } from '../tower/tiles'

export const Route = createFileRoute('/_signedIn/Dashboard')({ validateSearch: (raw: TowerSearch) => raw, component: Screen })

function Screen() {
  const navigate = Route.useNavigate()
  return <TowerScreen search={towerSearch({ ...Route.useSearch() })} onSearch={(search) => void navigate({ search })} />
}
