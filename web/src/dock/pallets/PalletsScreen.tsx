import { ListScreen } from '@/kit/list/ListScreen'
import { palletsList } from './palletsList'
import { usePalletsOnDock } from './usePalletsOnDock'

/** Every pallet of the dock with its load. Works on this device's rows alone. */
export function PalletsScreen() {
  return <ListScreen spec={palletsList} rows={usePalletsOnDock()} />
}
