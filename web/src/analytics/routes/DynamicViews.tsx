import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type ViewSearch, viewSearch } from '../views/search'
import { ViewScreen } from '../views/ViewScreen'
import { ViewsScreen } from '../views/ViewsScreen'

// What an address may say is read with the screen: the first script carries none of it.
export const Route = createFileRoute('/_signedIn/DynamicViews/{-$templateId}')({
  validateSearch: (raw: ViewSearch) => raw,
  component: Screen,
})

/** One view; without one, and where the default is not asked for, all of them. */
function Screen() {
  const { templateId } = Route.useParams()
  const search = viewSearch({ ...Route.useSearch() })
  const navigate = Route.useNavigate()
  const open = useCallback((id: string) => void navigate({ to: '.', params: { templateId: id }, search: {} }), [navigate])
  if (!templateId && !search.is_default_template) return <ViewsScreen open={open} />
  return <ViewScreen key={templateId} id={templateId ?? ''} search={search} onSearch={(search) => void navigate({ search })} />
}
