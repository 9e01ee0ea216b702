import { createFileRoute } from '@tanstack/react-router'
import { NumbersScreen } from '../numbers/NumbersScreen'

interface NumbersSearch {
  /** What is to be added stands on no order. */
  over?: boolean
}

export const Route = createFileRoute('/_signedIn/eSignBOL/numbers/$id')({
  validateSearch: (raw: Record<string, unknown>): NumbersSearch => (raw.over === true ? { over: true } : {}),
  component: Numbers,
})

function Numbers() {
  const { id } = Route.useParams()
  return <NumbersScreen key={id} id={id} over={Route.useSearch().over} />
}
