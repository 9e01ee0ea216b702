import { createFileRoute } from '@tanstack/react-router'
import { ContainerScreen } from '../ocean/ContainerScreen'
import { OceanScreen } from '../ocean/OceanScreen'

export const Route = createFileRoute('/_signedIn/OceanTrackingEvents/{-$ContainerID}')({ component: Screen })

/** One container; without a number, all of them. */
function Screen() {
  const { ContainerID } = Route.useParams()
  return ContainerID ? <ContainerScreen id={ContainerID} /> : <OceanScreen />
}
