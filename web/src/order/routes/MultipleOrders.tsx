import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useMediaQuery } from '@/kit/hooks'
import { FirstBucket } from '@/shipment/public'
import { MultipleScreen } from '../multiple/MultipleScreen'
import { multipleSearch } from '../multiple/search'

export const Route = createFileRoute('/_signedIn/MultipleOrders')({ validateSearch: multipleSearch, component: Screen })

/** A phone has a screen for each bucket; a grid is for a desk. Whoever names a stage gets it there, too. */
function Screen() {
  const { t } = useLingui()
  const search = Route.useSearch()
  const phone = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false })
  return phone && !search.stage ? <FirstBucket /> : <MultipleScreen search={search} title={t`Multiple orders`} />
}
