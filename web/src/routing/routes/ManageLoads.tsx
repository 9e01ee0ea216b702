import { createFileRoute } from '@tanstack/react-router'
import { searchOf, text } from '@/kit/page/search'
import { LoadsScreen, type LoadsSearch } from '../loads/LoadsScreen'

export const Route = createFileRoute('/_signedIn/ManageLoads')({
  validateSearch: searchOf<LoadsSearch>({ warehouse: text }),
  component: Shown,
})

function Shown() {
  const navigate = Route.useNavigate()
  return <LoadsScreen search={Route.useSearch()} onSearch={(search) => void navigate({ search, replace: true })} />
}
