import { createFileRoute } from '@tanstack/react-router'
import { CarrierReview } from '../list/OneQueue'
import { type InvoiceSearch, invoiceSearch } from '../search'

export const Route = createFileRoute('/_signedIn/CarrierReview')({ validateSearch: (raw: InvoiceSearch) => raw, component: Screen })

function Screen() {
  return <CarrierReview search={invoiceSearch(Route.useSearch())} />
}
