import { createFileRoute } from '@tanstack/react-router'
import { TableScreen } from '../scenario/TableScreen'

export const Route = createFileRoute('/_signedIn/MtlTableView/$scenarioId')({ component: Shown })

function Shown() {
  const { scenarioId } = Route.useParams()
  return <TableScreen key={scenarioId} id={scenarioId} />
}
