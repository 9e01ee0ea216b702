import { createFileRoute } from '@tanstack/react-router'
import { ParcelScreen } from '../details/ParcelScreen'

export const Route = createFileRoute('/_signedIn/DMParcelShipmentDetails/$ShipmentId')({ component: Screen })

function Screen() {
  const { ShipmentId } = Route.useParams()
  return <ParcelScreen key={ShipmentId} id={ShipmentId} />
}
