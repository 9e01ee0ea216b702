import { createFileRoute } from '@tanstack/react-router'
import { InvoicesScreen } from '../list/InvoicesScreen'
import { type InvoiceSearch, invoiceSearch } from '../search'

export const Route = createFileRoute('/_signedIn/InvoiceList')({ validateSearch: (raw: InvoiceSearch) => raw, component: Screen })

function Screen() {
  return <InvoicesScreen search={invoiceSearch(Route.useSearch())} />
}
