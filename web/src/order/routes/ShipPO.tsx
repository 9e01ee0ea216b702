import { createFileRoute } from '@tanstack/react-router'
import { ShipmentScreen } from '@/shipment/public'
import { ImportScreen } from '../import/ImportScreen'
import { type ImportSearch, importSearch } from '../import/search'
import { PurchaseScreen } from '../purchase/PurchaseScreen'
import { PurchasesScreen } from '../purchase/PurchasesScreen'

interface Search extends ImportSearch {
  /** The purchase order that is being shipped. */
  po?: string
  /** Those that go with it on one shipment. */
  with?: string[]
}

const texts = (raw: unknown) => (Array.isArray(raw) ? raw.filter((v): v is string => typeof v === 'string' && v !== '') : [])

export const Route = createFileRoute('/_signedIn/ShipPO/{-$shipmentid}/{-$sh}')({
  validateSearch: (raw: Record<string, unknown>): Search => {
    if (typeof raw.po !== 'string' || !raw.po) return importSearch(raw)
    const others = texts(raw.with).filter((id) => id !== raw.po)
    return { po: raw.po, ...(others.length > 0 ? { with: others } : {}) }
  },
  component: Screen,
})

/** The orders that wait, a file of more of them, one of them, or a shipment that was made of one. */
function Screen() {
  const { shipmentid } = Route.useParams()
  const search = Route.useSearch()
  const { po } = search
  if (shipmentid) return <ShipmentScreen key={shipmentid} id={shipmentid} />
  if (search.import) return <ImportScreen key={search.import} id={search.import} kind="purchase" search={search} />
  return po ? <PurchaseScreen key={po} id={po} /> : <PurchasesScreen />
}
