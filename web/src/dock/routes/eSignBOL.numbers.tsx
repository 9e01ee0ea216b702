import { createFileRoute } from '@tanstack/react-router'
import { NumbersScreen } from '../numbers/NumbersScreen'

export const Route = createFileRoute('/_signedIn/eSignBOL/numbers/$id')({ component: Numbers })

function Numbers() {
  const { id } = Route.useParams()
  return <NumbersScreen key={id} id={id} />
}
