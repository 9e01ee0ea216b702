import { createFileRoute } from '@tanstack/react-router'
import { VendorsScreen, type VendorsSearch } from '../places/VendorsScreen'

export const Route = createFileRoute('/_signedIn/Vendors')({
  validateSearch: (raw: Record<string, unknown>): VendorsSearch => (raw.links === true ? { links: true } : {}),
  component: Screen,
})

function Screen() {
  const navigate = Route.useNavigate()
  return <VendorsScreen search={Route.useSearch()} onSearch={(search) => void navigate({ search })} />
}
