import { useLocale } from '@/kit/format/Formats'
import { money } from '@/kit/format/measure'

/** Money in a cell of a list. */
export function Cash({ minor, currency }: { minor: number; currency: string }) {
  return money(minor, currency, useLocale())
}
