import { createFileRoute } from '@tanstack/react-router'
import { useOverlay } from '@/kit/layout/useOverlay'
import { LoadingScreen } from '../loading/LoadingScreen'
import { loadingSearch } from '../loading/search'

export const Route = createFileRoute('/_signedIn/eSignBOL/load/$id')({ validateSearch: loadingSearch, component: Loading })

function Loading() {
  const { id } = Route.useParams()
  const search = Route.useSearch()
  return <LoadingScreen key={id} id={id} search={search} onSearch={useOverlay(search, (s) => s.panel !== undefined)} />
}
