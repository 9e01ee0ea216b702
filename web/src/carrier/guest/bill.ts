import type { Ops } from '@sync/gen/api'

export type BillReq = Ops['CarrierPortal/Bill']['req']

/** One line of a bill, as it is typed. */
export interface Line {
  code: string
  amount: string
}

/** Minor units of what is typed with a point or a comma before the cents and thousands apart; undefined where it is no amount above nothing. */
export function amountOf(text: string): number | undefined {
  const bare = text.replace(/[\s\u00a0\u202f$]/g, '')
  const [, whole = '', cents = ''] = /^(\d[\d.,]*?)(?:[.,](\d{1,2}))?$/.exec(bare) ?? []
  if (!whole || !/^\d+$|^\d{1,3}([.,])\d{3}(?:\1\d{3})*$/.test(whole)) return undefined
  const minor = Number(whole.replace(/[.,]/g, '')) * 100 + Number(cents.padEnd(2, '0') || 0)
  return minor > 0 && minor <= 1_000_000_00 ? minor : undefined
}

const used = (lines: readonly Line[]) => lines.filter((l) => l.amount.trim() !== '')

/** The charges of a bill; undefined where a line is wrong, twice, or there is none. */
export function chargesOf(lines: readonly Line[]): BillReq['Charges'] | undefined {
  const charges = used(lines).map((l) => ({
    code: l.code,
    amountMinor: (l.code === 'discount' ? -1 : 1) * (amountOf(l.amount) ?? Number.NaN),
  }))
  const codes = new Set(charges.map((c) => c.code))
  if (charges.length === 0 || codes.size < charges.length || codes.has('') || charges.some((c) => Number.isNaN(c.amountMinor)))
    return undefined
  return charges
}

export const totalOf = (charges: BillReq['Charges'] | undefined) => (charges ?? []).reduce((sum, c) => sum + c.amountMinor, 0)
