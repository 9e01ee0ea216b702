import { createFileRoute } from '@tanstack/react-router'
import { RatesScreen } from '../carrier/RatesScreen'
import { carrierSearch } from '../carrier/search'

export const Route = createFileRoute('/_signedIn/UpsRate')({ validateSearch: carrierSearch, component: Screen })

function Screen() {
  const navigate = Route.useNavigate()
  const pick = (shipment?: string) => void navigate({ search: shipment ? { shipment } : {}, replace: true })
  return <RatesScreen carrier="ups" shipment={Route.useSearch().shipment} pick={pick} />
}
