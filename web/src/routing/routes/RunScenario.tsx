import { createFileRoute } from '@tanstack/react-router'
import { day, searchOf, text } from '@/kit/page/search'
import { RunScreen, type RunSearch } from '../scenario/RunScreen'

export const Route = createFileRoute('/_signedIn/RunScenario')({
  validateSearch: searchOf<RunSearch>({ warehouse: text, day }),
  component: Shown,
})

function Shown() {
  const navigate = Route.useNavigate()
  return <RunScreen search={Route.useSearch()} onSearch={(search) => void navigate({ search, replace: true })} />
}
