import { createFileRoute } from '@tanstack/react-router'
import { CustomScreen } from '../custom/CustomScreen'
import { type CustomSearch, customSearch } from '../custom/search'

export const Route = createFileRoute('/_signedIn/customreports')({ validateSearch: (raw: CustomSearch) => raw, component: Screen })

function Screen() {
  const navigate = Route.useNavigate()
  return <CustomScreen search={customSearch({ ...Route.useSearch() })} onSearch={(search) => void navigate({ search })} />
}
