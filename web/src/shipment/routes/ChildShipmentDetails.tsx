import { createFileRoute } from '@tanstack/react-router'
import { ofShipment } from '../details/search'
import { ChildScreen } from '../truck/ChildScreen'

export const Route = createFileRoute('/_signedIn/ChildShipmentDetails')({ validateSearch: ofShipment, component: Screen })

function Screen() {
  return <ChildScreen id={Route.useSearch().shipment} />
}
