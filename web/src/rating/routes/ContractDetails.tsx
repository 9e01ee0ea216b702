import { createFileRoute } from '@tanstack/react-router'
import { ContractsScreen } from '../contract/ContractsScreen'
import { contractSearch } from '../contract/search'

export const Route = createFileRoute('/_signedIn/ContractDetails')({ validateSearch: contractSearch, component: Screen })

function Screen() {
  return <ContractsScreen search={Route.useSearch()} />
}
