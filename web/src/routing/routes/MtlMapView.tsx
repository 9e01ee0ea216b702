import { createFileRoute } from '@tanstack/react-router'
import { MapScreen } from '../map/MapScreen'

export const Route = createFileRoute('/_signedIn/MtlMapView/$scenarioId')({ component: Shown })

function Shown() {
  const { scenarioId } = Route.useParams()
  return <MapScreen key={scenarioId} id={scenarioId} />
}
