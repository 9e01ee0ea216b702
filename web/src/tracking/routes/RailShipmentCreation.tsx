import { createFileRoute } from '@tanstack/react-router'
import { RailShipmentScreen } from '../rail/RailShipmentScreen'

export const Route = createFileRoute('/_signedIn/RailShipmentCreation/{-$shipmentid}')({ component: Screen })

function Screen() {
  return <RailShipmentScreen id={Route.useParams().shipmentid} />
}
