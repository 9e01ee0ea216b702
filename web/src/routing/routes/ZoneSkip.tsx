import { createFileRoute } from '@tanstack/react-router'
import { day, searchOf, text } from '@/kit/page/search'
import { ZoneScreen, type ZoneSearch } from '../zone/ZoneScreen'

export const Route = createFileRoute('/_signedIn/ZoneSkip')({
  validateSearch: searchOf<ZoneSearch>({ warehouse: text, from: day, to: day }),
  component: Shown,
})

function Shown() {
  const navigate = Route.useNavigate()
  return <ZoneScreen search={Route.useSearch()} onSearch={(search) => void navigate({ search, replace: true })} />
}
