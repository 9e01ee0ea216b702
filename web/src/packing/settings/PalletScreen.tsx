import { TypesScreen } from './TypesScreen'

/** Pallets, and how high and heavy they may be loaded. */
export function PalletScreen() {
  return <TypesScreen kind="pallet" />
}
