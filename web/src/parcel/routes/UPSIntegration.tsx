import { createFileRoute } from '@tanstack/react-router'
import { LabelsScreen } from '../carrier/LabelsScreen'
import { carrierSearch } from '../carrier/search'

export const Route = createFileRoute('/_signedIn/UpsShipping')({ validateSearch: carrierSearch, component: Screen })

function Screen() {
  return <LabelsScreen carrier="ups" label={Route.useSearch().label} />
}
