import { bareOf, type Element, isAnnounced, parseLabel } from '@/kit/scan/label'
import type { Pallet } from '../load/load'

/** What a label says beside the pallet's number, and that number where the label has one. */
export interface Facts {
  pallet?: string
  lot?: string
  expiresOn?: string
  bestBefore?: string
  /** The item by the supplier's own code. */
  item?: string
  /** The item by its trade number. It says what the goods are, and never that a pallet is another's. */
  gtin?: string
}

export const lotKinds = ['lot', 'expiresOn', 'bestBefore'] as const
export type LotKind = (typeof lotKinds)[number]
export type Lots = Pick<Pallet, LotKind>

export const hasLot = (of: Partial<Lots>) => lotKinds.some((k) => of[k])

/** What labels told of other pallets of the same goods, so that it is still to be told of this one. */
export function missingOf(pallets: readonly Pallet[]): (pallet: Pallet) => LotKind[] {
  const goods = (p: Pallet) => p.itemCode || p.description
  const told = new Map<string, Set<LotKind>>()
  for (const p of pallets) for (const k of lotKinds) if (p[k]) told.set(goods(p), (told.get(goods(p)) ?? new Set()).add(k))
  return (p) => lotKinds.filter((k) => !p[k] && told.get(goods(p))?.has(k))
}

const iso = (y: number, m: number, d: number): string | undefined => {
  const at = new Date(Date.UTC(y, m - 1, d))
  return at.getUTCFullYear() === y && at.getUTCMonth() === m - 1 && at.getUTCDate() === d ? at.toISOString().slice(0, 10) : undefined
}

/** A day as the trade's labels write it: YYMMDD, of the century that is nearer; 00 means the month's last day (General Specifications 7.12). */
export function tradeDay(text: string, now: number): string | undefined {
  const [yy, mm, dd] = [0, 2, 4].map((n) => Number(text.slice(n, n + 2))) as [number, number, number]
  const this_ = new Date(now).getUTCFullYear()
  const apart = yy - (this_ % 100)
  const year = this_ - (this_ % 100) + yy + (apart >= 51 ? -100 : apart <= -50 ? 100 : 0)
  if (mm < 1 || mm > 12) return undefined
  return dd === 0 ? iso(year, mm, new Date(Date.UTC(year, mm, 0)).getUTCDate()) : iso(year, mm, dd)
}

export type DayOrder = 'ymd' | 'dmy' | 'mdy'
export const dayOrders = ['ymd', 'dmy', 'mdy'] as const

/** A day as a supplier writes it, in digits with or without something between them. */
export function ownDay(text: string, order: string): string | undefined {
  const at = order === 'dmy' ? [2, 1, 0] : order === 'mdy' ? [2, 0, 1] : [0, 1, 2]
  let parts = text.split(/\D+/).filter(Boolean)
  if (parts.length === 1) {
    const [digits = ''] = parts
    if (digits.length !== 6 && digits.length !== 8) return undefined
    const ends = order === 'ymd' ? digits.length - 4 : 2
    const rest = digits.slice(ends)
    parts = [digits.slice(0, ends), rest.slice(0, 2), rest.slice(2)]
  }
  if (parts.length !== 3) return undefined
  const [y = 0, m = 0, d = 0] = at.map((n) => Number(parts[n]))
  const wide = parts[at[0] ?? 0]?.length
  return wide === 2 ? iso(2000 + y, m, d) : wide === 4 ? iso(y, m, d) : undefined
}

const separator = String.fromCharCode(0x1d)

/** Written as labels of the trade are, beyond chance: the reader said so, or people see it, or a check digit fits, or a day is one. */
function isTrade(text: string, elements: readonly Element[], typed: boolean): boolean {
  const bare = bareOf(text)
  if (isAnnounced(text) || bare.startsWith('(')) return true
  return !typed && (bare.includes(separator) || elements.some((e) => ['01', '02', '15', '17'].includes(e.ai)))
}

/** What a label of the trade says beside a pallet's number; undefined where it is none or says nothing of it, `misread` where a day is none. */
export function tradeFacts(text: string, now: number, typed = false): Facts | 'misread' | undefined {
  const { elements, error } = parseLabel(text)
  if (error || !isTrade(text, elements, typed)) return undefined
  const facts: Facts = {}
  for (const { ai, value } of elements) {
    if (ai === '00') facts.pallet = value
    else if (ai === '10') facts.lot = value
    else if (ai === '01' || ai === '02') facts.gtin = value
    else if (ai === '15' || ai === '17') {
      const on = tradeDay(value, now)
      if (!on) return isAnnounced(text) ? 'misread' : undefined
      facts[ai === '17' ? 'expiresOn' : 'bestBefore'] = on
    }
  }
  return hasLot(facts) || facts.gtin ? facts : undefined
}
