import { createFileRoute } from '@tanstack/react-router'
import { searchOf, text } from '@/kit/page/search'
import { ReviewRouteScreen, type ReviewRouteSearch } from '../own/ReviewRouteScreen'

export const Route = createFileRoute('/_signedIn/ReviewRoute')({
  validateSearch: searchOf<ReviewRouteSearch>({ scenario: text }),
  component: Shown,
})

function Shown() {
  const navigate = Route.useNavigate()
  return <ReviewRouteScreen search={Route.useSearch()} onSearch={(search) => void navigate({ search, replace: true })} />
}
