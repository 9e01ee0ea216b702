import { createFileRoute } from '@tanstack/react-router'
import { SingleScreen } from '../single/SingleScreen'

export const Route = createFileRoute('/_signedIn/Collect/{-$shipmentid}/{-$sh}')({ component: Screen })

function Screen() {
  const { shipmentid } = Route.useParams()
  return <SingleScreen kind="collect" {...(shipmentid ? { id: shipmentid } : {})} />
}
