import { createFileRoute } from '@tanstack/react-router'
import { oneOf, searchOf } from '@/kit/page/search'
import { SetupScreen, type SetupSearch } from '../files/SetupScreen'

export const Route = createFileRoute('/_signedIn/IntegrationSetup')({
  validateSearch: searchOf<SetupSearch>({ view: oneOf(['files', 'programs', 'calls']) }),
  component: IntegrationSetup,
})

function IntegrationSetup() {
  const navigate = Route.useNavigate()
  return <SetupScreen search={Route.useSearch()} onSearch={(search) => void navigate({ search, replace: true })} />
}
