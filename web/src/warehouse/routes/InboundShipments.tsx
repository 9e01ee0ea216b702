import { createFileRoute } from '@tanstack/react-router'
import { GateScreen } from '../gate/GateScreen'
import { InboundScreen } from '../inbound/InboundScreen'
import { inboundSearch } from '../inbound/search'

export const Route = createFileRoute('/_signedIn/InboundShipments')({ validateSearch: inboundSearch, component: Shown })

function Shown() {
  const navigate = Route.useNavigate()
  const { as, ...search } = Route.useSearch()
  const back = search.warehouse ? { warehouse: search.warehouse } : {}
  return as === 'gate' ? (
    <GateScreen
      warehouse={search.warehouse}
      onWarehouse={(warehouse) => void navigate({ search: { as, warehouse }, replace: true })}
      onBack={() => void navigate({ search: back })}
    />
  ) : (
    <InboundScreen
      search={as ? { ...search, as } : search}
      onSearch={(search) => void navigate({ search, replace: true })}
      onGate={() => void navigate({ search: { ...back, as: 'gate' } })}
    />
  )
}
