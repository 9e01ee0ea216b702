import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { MultipleScreen } from '../multiple/MultipleScreen'
import { multipleSearch } from '../multiple/stage'

export const Route = createFileRoute('/_signedIn/MultipleOrders')({ validateSearch: multipleSearch, component: Screen })

function Screen() {
  const { t } = useLingui()
  return <MultipleScreen search={Route.useSearch()} title={t`Multiple orders`} />
}
