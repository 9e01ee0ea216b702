import { createFileRoute } from '@tanstack/react-router'
import { yardSearch } from '../yard/search'
import { YardScreen } from '../yard/YardScreen'

export const Route = createFileRoute('/_signedIn/Yard')({ validateSearch: yardSearch, component: Shown })

function Shown() {
  const navigate = Route.useNavigate()
  return <YardScreen search={Route.useSearch()} onSearch={(search) => void navigate({ search, replace: true })} />
}
