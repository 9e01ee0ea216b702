import { createFileRoute } from '@tanstack/react-router'
import { SingleScreen } from '@/shipment/public'

export const Route = createFileRoute('/_signedIn/Parcel/{-$shipmentid}')({ component: Screen })

function Screen() {
  const { shipmentid } = Route.useParams()
  return <SingleScreen kind="parcel" {...(shipmentid ? { id: shipmentid } : {})} />
}
