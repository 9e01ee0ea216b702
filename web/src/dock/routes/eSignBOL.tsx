import { createFileRoute } from '@tanstack/react-router'
import { BoardScreen } from '../board/BoardScreen'
import { boardSearch } from '../board/search'

export const Route = createFileRoute('/_signedIn/eSignBOL')({ validateSearch: boardSearch, component: Board })

function Board() {
  const navigate = Route.useNavigate()
  return <BoardScreen search={Route.useSearch()} onSearch={(search) => void navigate({ search, replace: true })} />
}
