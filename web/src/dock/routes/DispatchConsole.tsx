import { createFileRoute } from '@tanstack/react-router'
import { DispatchScreen } from '../dispatch/DispatchScreen'
import { dispatchSearch } from '../dispatch/search'

export const Route = createFileRoute('/_signedIn/DispatchConsole')({ validateSearch: dispatchSearch, component: Dispatch })

function Dispatch() {
  const navigate = Route.useNavigate()
  return <DispatchScreen search={Route.useSearch()} onSearch={(search) => void navigate({ search, replace: true })} />
}
