import { createFileRoute } from '@tanstack/react-router'
import { LoadingScreen } from '../loading/LoadingScreen'
import { loadingSearch } from '../loading/search'

export const Route = createFileRoute('/_signedIn/eSignBOL/load/$id')({ validateSearch: loadingSearch, component: Loading })

function Loading() {
  const navigate = Route.useNavigate()
  const { id } = Route.useParams()
  return <LoadingScreen key={id} id={id} search={Route.useSearch()} onSearch={(search) => void navigate({ search, replace: true })} />
}
