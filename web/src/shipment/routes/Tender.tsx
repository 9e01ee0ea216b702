import { createFileRoute } from '@tanstack/react-router'
import { ofShipment } from '../details/search'
import { TenderScreen } from '../tender/TenderScreen'

export const Route = createFileRoute('/_signedIn/Tender')({ validateSearch: ofShipment, component: Screen })

function Screen() {
  return <TenderScreen id={Route.useSearch().shipment} />
}
