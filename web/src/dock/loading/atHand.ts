import { isOpen, type Load, onTruck, type Pallet } from '../load/load'
import type { Right } from '../scan/decide'
import { fromScan } from '../scan/fromScan'

/** A label of the very load that is on the screen, which nothing there speaks against. Whatever else it may be is looked up. */
export function atHand(text: string, load: Load, pallets: readonly Pallet[]): Right | undefined {
  const code = fromScan(text)
  const [pallet, another] = pallets.filter((p) => code && (p.lpn === code || p.sscc === code))
  return pallet && !another && !onTruck(pallet) && isOpen(load) ? { kind: 'load', pallet, load, code } : undefined
}
