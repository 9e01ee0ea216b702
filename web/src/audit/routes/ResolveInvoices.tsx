import { createFileRoute } from '@tanstack/react-router'
import { ResolveInvoices } from '../list/OneQueue'
import { type InvoiceSearch, invoiceSearch } from '../search'

export const Route = createFileRoute('/_signedIn/ResolveInvoices')({ validateSearch: (raw: InvoiceSearch) => raw, component: Screen })

function Screen() {
  return <ResolveInvoices search={invoiceSearch(Route.useSearch())} />
}
