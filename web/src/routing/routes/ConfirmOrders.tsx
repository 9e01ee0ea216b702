import { createFileRoute } from '@tanstack/react-router'
import { day, searchOf, text } from '@/kit/page/search'
import { ConfirmScreen } from '../own/ConfirmScreen'
import type { RunSearch } from '../scenario/RunScreen'

export const Route = createFileRoute('/_signedIn/ConfirmOrders')({
  validateSearch: searchOf<RunSearch>({ warehouse: text, day }),
  component: Shown,
})

function Shown() {
  const navigate = Route.useNavigate()
  return <ConfirmScreen search={Route.useSearch()} onSearch={(search) => void navigate({ search, replace: true })} />
}
