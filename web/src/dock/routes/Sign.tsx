import { createFileRoute } from '@tanstack/react-router'
import { SignScreen } from '../sign/SignScreen'
import { signSearch } from '../sign/search'

export const Route = createFileRoute('/_signedIn/Sign')({ validateSearch: signSearch, component: Sign })

function Sign() {
  const navigate = Route.useNavigate()
  return <SignScreen search={Route.useSearch()} onSearch={(search) => void navigate({ search, replace: true })} />
}
