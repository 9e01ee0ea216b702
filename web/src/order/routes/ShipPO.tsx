import { createFileRoute } from '@tanstack/react-router'
import { ShipmentScreen } from '@/shipment/public'
import { PurchaseScreen } from '../purchase/PurchaseScreen'
import { PurchasesScreen } from '../purchase/PurchasesScreen'

interface Search {
  /** The purchase order that is being shipped. */
  po?: string
}

export const Route = createFileRoute('/_signedIn/ShipPO/{-$shipmentid}/{-$sh}')({
  validateSearch: (raw: Record<string, unknown>): Search => (typeof raw.po === 'string' && raw.po ? { po: raw.po } : {}),
  component: Screen,
})

/** The orders that wait, one of them, or a shipment that was made of one. */
function Screen() {
  const { shipmentid } = Route.useParams()
  const { po } = Route.useSearch()
  if (shipmentid) return <ShipmentScreen key={shipmentid} id={shipmentid} />
  return po ? <PurchaseScreen key={po} id={po} /> : <PurchasesScreen />
}
