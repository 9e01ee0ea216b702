import { createFileRoute } from '@tanstack/react-router'
import { ExceptionsScreen } from '../exceptions/ExceptionsScreen'
import { type InvoiceSearch, invoiceSearch } from '../search'

export const Route = createFileRoute('/_signedIn/ManageExceptions')({ validateSearch: (raw: InvoiceSearch) => raw, component: Screen })

function Screen() {
  return <ExceptionsScreen search={invoiceSearch(Route.useSearch())} />
}
