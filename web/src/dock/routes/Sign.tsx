import { createFileRoute } from '@tanstack/react-router'
import { useOverlay } from '@/kit/layout/useOverlay'
import { SignScreen } from '../sign/SignScreen'
import { signSearch } from '../sign/search'

export const Route = createFileRoute('/_signedIn/Sign')({ validateSearch: signSearch, component: Sign })

function Sign() {
  const search = Route.useSearch()
  return <SignScreen search={search} onSearch={useOverlay(search, (s) => s.bill === true || s.phone === true)} />
}
