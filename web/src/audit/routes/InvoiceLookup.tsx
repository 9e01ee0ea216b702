import { createFileRoute } from '@tanstack/react-router'
import { LookupScreen } from '../detail/LookupScreen'
import { type InvoiceSearch, invoiceSearch } from '../search'

export const Route = createFileRoute('/_signedIn/InvoiceLookup')({ validateSearch: (raw: InvoiceSearch) => raw, component: Screen })

function Screen() {
  return <LookupScreen search={invoiceSearch(Route.useSearch())} />
}
