import { createFileRoute } from '@tanstack/react-router'
import { ShipmentScreen } from '../details/ShipmentScreen'

export const Route = createFileRoute('/_signedIn/ShipmentDetails/$shipmentid')({ component: Screen })

function Screen() {
  const { shipmentid } = Route.useParams()
  return <ShipmentScreen key={shipmentid} id={shipmentid} />
}
