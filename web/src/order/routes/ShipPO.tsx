import { createFileRoute } from '@tanstack/react-router'
import { ShipmentScreen } from '@/shipment/public'
import { PurchaseScreen } from '../purchase/PurchaseScreen'
import { PurchasesScreen } from '../purchase/PurchasesScreen'

interface Search {
  /** The purchase order that is being shipped. */
  po?: string
  /** Those that go with it on one shipment. */
  with?: string[]
}

const texts = (raw: unknown) => (Array.isArray(raw) ? raw.filter((v): v is string => typeof v === 'string' && v !== '') : [])

export const Route = createFileRoute('/_signedIn/ShipPO/{-$shipmentid}/{-$sh}')({
  validateSearch: (raw: Record<string, unknown>): Search => {
    if (typeof raw.po !== 'string' || !raw.po) return {}
    const others = texts(raw.with).filter((id) => id !== raw.po)
    return { po: raw.po, ...(others.length > 0 ? { with: others } : {}) }
  },
  component: Screen,
})

/** The orders that wait, one of them, or a shipment that was made of one. */
function Screen() {
  const { shipmentid } = Route.useParams()
  const { po } = Route.useSearch()
  if (shipmentid) return <ShipmentScreen key={shipmentid} id={shipmentid} />
  return po ? <PurchaseScreen key={po} id={po} /> : <PurchasesScreen />
}
