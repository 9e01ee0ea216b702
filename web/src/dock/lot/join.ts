import type { Pallet } from '../load/load'
import { type Facts, type Lots, lotKinds } from './facts'

/** What becomes of a lot or day that was scanned by itself. */
export type Fate =
  /** It is this pallet's, which had none. */
  | 'join'
  /** The pallet has just that already. */
  | 'same'
  /** Its pallet is still to be scanned. */
  | 'wait'

/**
 * Decides whose a lot's label is. Workers scan the pallet first or its lot first, and both must do: a pallet that lacks what is said takes it, one
 * that has it leaves it for the next. Who began with the lot begins the next pallet with its lot as well, even where that is the same.
 */
export function fateOf(facts: Facts, current: Pallet | undefined, lotFirst: boolean): Fate {
  if (!current || ofAnotherItem(facts, current)) return 'wait'
  const said = lotKinds.filter((k) => facts[k])
  const known = said.filter((k) => current[k])
  if (known.length === 0) return 'join'
  if (lotFirst || known.some((k) => current[k] !== facts[k])) return 'wait'
  return known.length === said.length ? 'same' : 'join'
}

/** Both name an item, by the same kind of code, and not the same one. */
export const ofAnotherItem = (facts: Facts, pallet: Pick<Pallet, 'itemCode'>) =>
  Boolean(facts.item && pallet.itemCode && facts.item !== pallet.itemCode)

/** What the pallet has otherwise; nothing where both can be true. */
export const against = (facts: Facts, has: Lots) => lotKinds.filter((k) => facts[k] && has[k] && facts[k] !== has[k])

/** The last pallet of a load that this device scanned, which is the one in the worker's hands. */
export function lastScanned(pallets: readonly Pallet[], device: string): Pallet | undefined {
  const mine = pallets.filter((p) => p.scannedAt && p.device === device)
  return mine.reduce<Pallet | undefined>((last, p) => (!last || (p.scannedAt ?? '') > (last.scannedAt ?? '') ? p : last), undefined)
}

/** The pallets that a label means which names only an item: those of it that are left. */
export function ofItem(facts: Facts, left: readonly Pallet[]): Pallet[] {
  const codes = [facts.item, facts.gtin, facts.gtin?.replace(/^0+/, '')].filter(Boolean)
  return left.filter((p) => p.itemCode !== '' && codes.includes(p.itemCode))
}
