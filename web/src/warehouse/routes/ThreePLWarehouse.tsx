import { createFileRoute } from '@tanstack/react-router'
import { threePLSearch } from '../threepl/search'
import { ThreePLScreen } from '../threepl/ThreePLScreen'

export const Route = createFileRoute('/_signedIn/ThreePLWarehouse')({ validateSearch: threePLSearch, component: Shown })

function Shown() {
  const navigate = Route.useNavigate()
  return <ThreePLScreen search={Route.useSearch()} onSearch={(search) => void navigate({ search, replace: true })} />
}
