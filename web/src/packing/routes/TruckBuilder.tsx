import { createFileRoute } from '@tanstack/react-router'
import { searchOf, text } from '@/kit/page/search'
import { TruckBuilderScreen, type TruckSearch } from '../truck/TruckBuilderScreen'
import { TruckScreen } from '../truck/TruckScreen'

export const Route = createFileRoute('/_signedIn/TruckBuilder')({
  validateSearch: searchOf<TruckSearch>({ plan: text, orders: text }),
  component: Shown,
})

function Shown() {
  const { plan, orders } = Route.useSearch()
  const navigate = Route.useNavigate()
  return plan ? (
    <TruckScreen key={plan} id={plan} />
  ) : (
    <TruckBuilderScreen orders={orders} onOpen={(id) => void navigate({ search: { plan: id } })} />
  )
}
