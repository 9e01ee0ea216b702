import { createFileRoute } from '@tanstack/react-router'
import { oneOf, searchOf, text } from '@/kit/page/search'
import { SlotsScreen, type SlotsSearch } from '../slots/SlotsScreen'

export const Route = createFileRoute('/_signedIn/Slots')({
  validateSearch: searchOf<SlotsSearch>({ warehouse: text, direction: oneOf(['outbound', 'inbound', 'transfer']) }),
  component: Slots,
})

function Slots() {
  const navigate = Route.useNavigate()
  return <SlotsScreen search={Route.useSearch()} onSearch={(search) => void navigate({ search, replace: true })} />
}
