import { useLingui } from '@lingui/react/macro'
import { useLocale } from '@/kit/format/Formats'
import { printedDay } from '@/kit/format/printed'
import type { Facts, LotKind } from './facts'
import type { PartKind } from './rule'

/** Lot and days in one line: "Lot A-12, expires Dec 31, 2027". */
export function useLotWords(): (facts: Partial<Pick<Facts, LotKind>>) => string {
  const { t } = useLingui()
  const locale = useLocale()
  return ({ lot, expiresOn, bestBefore }) =>
    [
      lot && t`Lot ${lot}`,
      expiresOn && t`expires ${printedDay(expiresOn, locale)}`,
      bestBefore && t`best before ${printedDay(bestBefore, locale)}`,
    ]
      .filter(Boolean)
      .join(', ')
}

/** What labels are still to tell of a pallet. */
export function useLotKindWords(): (kinds: readonly LotKind[]) => string {
  const { t } = useLingui()
  const words: Record<LotKind, string> = { lot: t`lot`, expiresOn: t`expiry`, bestBefore: t`best before` }
  return (kinds) => kinds.map((k) => words[k]).join(', ')
}

export function usePartWords(): Record<PartKind, string> {
  const { t } = useLingui()
  return { pallet: t`Pallet number`, lot: t`Lot`, expiry: t`Expiry`, item: t`Item` }
}
