import { createFileRoute } from '@tanstack/react-router'
import { DriverScreen } from '../driver/DriverScreen'

export const Route = createFileRoute('/_signedIn/eSignBOL/driver/$id')({ component: Driver })

function Driver() {
  const { id } = Route.useParams()
  return <DriverScreen key={id} id={id} />
}
