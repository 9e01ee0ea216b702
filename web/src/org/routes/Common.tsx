import { createFileRoute } from '@tanstack/react-router'
import { CommonScreen, type CommonSearch } from '../settings/CommonScreen'

export const Route = createFileRoute('/_signedIn/Common')({
  validateSearch: ({ find, changed }: CommonSearch): CommonSearch => ({
    ...(typeof find === 'string' && find ? { find } : {}),
    ...(changed === true ? { changed } : {}),
  }),
  component: Common,
})

function Common() {
  const navigate = Route.useNavigate()
  return <CommonScreen search={Route.useSearch()} onSearch={(search) => void navigate({ search, replace: true })} />
}
