import { createFileRoute } from '@tanstack/react-router'
import { InboundScreen } from '../inbound/InboundScreen'
import { inboundSearch } from '../inbound/search'

export const Route = createFileRoute('/_signedIn/InboundShipments')({ validateSearch: inboundSearch, component: Shown })

function Shown() {
  const navigate = Route.useNavigate()
  return <InboundScreen search={Route.useSearch()} onSearch={(search) => void navigate({ search, replace: true })} />
}
