import { createFileRoute } from '@tanstack/react-router'
import { oneOf, searchOf, text } from '@/kit/page/search'
import { DataScreen, type DataSearch } from '../correction/DataScreen'

export const Route = createFileRoute('/_signedIn/DataAdmin')({
  validateSearch: searchOf<DataSearch>({ shipment: text, order: text, tab: oneOf(['fields']) }),
  component: Screen,
})

function Screen() {
  const navigate = Route.useNavigate()
  return <DataScreen search={Route.useSearch()} onSearch={(search) => void navigate({ search })} />
}
