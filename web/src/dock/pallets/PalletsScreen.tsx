import { ListScreen } from '@/kit/list/ListScreen'
import { PalletPanel } from '../pallet/PalletPanel'
import { usePallet } from '../pallet/usePallet'
import { palletsList } from './palletsList'
import type { PalletsSearch } from './search'
import { usePalletsOnDock } from './usePalletsOnDock'

interface PalletsScreenProps {
  search: PalletsSearch
  onSearch: (search: PalletsSearch) => void
}

/** Every pallet of the dock with its load, and one of them beside the list. Works on this device's rows alone. */
export function PalletsScreen({ search, onSearch }: PalletsScreenProps) {
  const one = usePallet(search.pallet)
  return (
    <>
      <ListScreen spec={palletsList} rows={usePalletsOnDock()} />
      {search.pallet && <PalletPanel pallet={one?.pallet} load={one?.load} events={one?.events} onClose={() => onSearch({})} />}
    </>
  )
}
