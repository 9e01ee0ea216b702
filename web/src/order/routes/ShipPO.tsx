import { createFileRoute } from '@tanstack/react-router'
import { ShipmentScreen } from '@/shipment/public'
import { ImportScreen } from '../import/ImportScreen'
import { PurchaseScreen } from '../purchase/PurchaseScreen'
import { PurchasesScreen } from '../purchase/PurchasesScreen'
import { type PurchaseSearch, purchaseSearch } from '../purchase/search'

export const Route = createFileRoute('/_signedIn/ShipPO/{-$shipmentid}/{-$sh}')({
  validateSearch: (raw: PurchaseSearch) => raw,
  component: Screen,
})

/** The orders that wait, a file of more of them, one of them, or a shipment that was made of one. */
function Screen() {
  const { shipmentid } = Route.useParams()
  const search = purchaseSearch({ ...Route.useSearch() })
  const { po } = search
  if (shipmentid) return <ShipmentScreen key={shipmentid} id={shipmentid} />
  if (search.import) return <ImportScreen key={search.import} id={search.import} kind="purchase" search={search} />
  return po ? <PurchaseScreen key={po} id={po} /> : <PurchasesScreen />
}
