import { createFileRoute } from '@tanstack/react-router'
import { rateSearch } from '../rate/search'
import { TerminalScreen } from '../terminal/TerminalScreen'

export const Route = createFileRoute('/_signedIn/TerminalInfo')({ validateSearch: rateSearch, component: Screen })

function Screen() {
  return <TerminalScreen search={Route.useSearch()} />
}
