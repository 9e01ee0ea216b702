import { createFileRoute } from '@tanstack/react-router'
import { RateScreen } from '../rate/RateScreen'
import { rateSearch } from '../rate/search'

export const Route = createFileRoute('/_signedIn/ReviewRates')({ validateSearch: rateSearch, component: Screen })

function Screen() {
  return <RateScreen search={Route.useSearch()} />
}
