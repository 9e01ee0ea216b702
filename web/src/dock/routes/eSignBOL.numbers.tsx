import { createFileRoute } from '@tanstack/react-router'
import { flag, searchOf } from '@/kit/page/search'
import { NumbersScreen } from '../numbers/NumbersScreen'

interface NumbersSearch {
  /** What is to be added stands on no order. */
  over?: boolean
}

export const Route = createFileRoute('/_signedIn/eSignBOL/numbers/$id')({
  validateSearch: searchOf<NumbersSearch>({ over: flag }),
  component: Numbers,
})

function Numbers() {
  const { id } = Route.useParams()
  return <NumbersScreen key={id} id={id} over={Route.useSearch().over} />
}
