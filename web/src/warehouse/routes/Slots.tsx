import { createFileRoute } from '@tanstack/react-router'
import { oneOf, searchOf, text } from '@/kit/page/search'
import { SetUpScreen, type SetUpSearch } from '../slots/SetUpScreen'

export const Route = createFileRoute('/_signedIn/Slots')({
  validateSearch: searchOf<SetUpSearch>({
    view: oneOf(['types', 'standing', 'blocks', 'terms', 'calendar']),
    warehouse: text,
    direction: oneOf(['outbound', 'inbound', 'transfer']),
  }),
  component: Slots,
})

function Slots() {
  const navigate = Route.useNavigate()
  return <SetUpScreen search={Route.useSearch()} onSearch={(search) => void navigate({ search, replace: true })} />
}
