import { TypesScreen } from './TypesScreen'

/** Gaylords, totes, crates and whatever else goods travel in. */
export function UnitScreen() {
  return <TypesScreen kind="unit" />
}
