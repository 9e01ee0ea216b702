import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { flag, searchOf, text } from '@/kit/page/search'
import { PlacesScreen, type PlacesSearch } from '../merge/PlacesScreen'

export const Route = createFileRoute('/_signedIn/Customers')({
  validateSearch: searchOf<PlacesSearch>({ merge: text, merged: flag }),
  component: Screen,
})

function Screen() {
  const navigate = Route.useNavigate()
  const onSearch = useCallback((search: PlacesSearch) => void navigate({ search }), [navigate])
  return <PlacesScreen kind="customer" search={Route.useSearch()} onSearch={onSearch} />
}
