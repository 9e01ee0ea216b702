import type { ClaimLine } from '@sync/gen/api'
import { written } from '@/kit/format/measure'

/** What a line comes to, in the form's own currency, which stands once in the form; a dash while its pieces or its value are no number. */
export const lineTotal = ({ Pieces, UnitMinor }: Pick<ClaimLine, 'Pieces' | 'UnitMinor'>, locale: string) => {
  const minor = Pieces * UnitMinor
  return Number.isSafeInteger(minor) ? new Intl.NumberFormat(written(locale), { minimumFractionDigits: 2 }).format(minor / 100) : '–'
}
