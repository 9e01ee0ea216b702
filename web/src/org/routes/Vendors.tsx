import { createFileRoute } from '@tanstack/react-router'
import { flag, searchOf } from '@/kit/page/search'
import { VendorsScreen, type VendorsSearch } from '../places/VendorsScreen'

export const Route = createFileRoute('/_signedIn/Vendors')({
  validateSearch: searchOf<VendorsSearch>({ links: flag, forwarders: flag }),
  component: Screen,
})

function Screen() {
  const navigate = Route.useNavigate()
  return <VendorsScreen search={Route.useSearch()} onSearch={(search) => void navigate({ search })} />
}
