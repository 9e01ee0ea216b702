import { createFileRoute } from '@tanstack/react-router'
import { tenderSearch } from '../tender/search'
import { TenderScreen } from '../tender/TenderScreen'

export const Route = createFileRoute('/_signedIn/Tender')({ validateSearch: tenderSearch, component: Screen })

function Screen() {
  return <TenderScreen id={Route.useSearch().shipment} />
}
