import { createFileRoute } from '@tanstack/react-router'
import { ScorecardScreen } from '../scorecard/ScorecardScreen'
import { type ScoreSearch, scoreSearch } from '../scorecard/search'

export const Route = createFileRoute('/_signedIn/CarrierScorecard')({ validateSearch: (raw: ScoreSearch) => raw, component: Screen })

function Screen() {
  const navigate = Route.useNavigate()
  return <ScorecardScreen search={scoreSearch({ ...Route.useSearch() })} onSearch={(search) => void navigate({ search })} />
}
