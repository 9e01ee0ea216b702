import { createFileRoute } from '@tanstack/react-router'
import { LoadScreen } from '../load/LoadScreen'

export const Route = createFileRoute('/_signedIn/DMShipmentDetails/$ShipmentId')({ component: Screen })

function Screen() {
  const { ShipmentId } = Route.useParams()
  return <LoadScreen key={ShipmentId} id={ShipmentId} />
}
