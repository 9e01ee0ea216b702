import { createFileRoute } from '@tanstack/react-router'
import { multipleSearch } from '../multiple/search'
import { DynamicScreen } from '../template/DynamicScreen'

export const Route = createFileRoute('/_signedIn/MultipleOrdersDynamicComponent')({ validateSearch: multipleSearch, component: Screen })

function Screen() {
  return <DynamicScreen search={Route.useSearch()} />
}
