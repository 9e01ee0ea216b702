import type { QuoteLane, QuoteLaneAnswer, QuoteLaneRow } from '@sync/gen/api'
import { type NotMoney, readAmount } from '../amount'

/** What a carrier typed of one load; all texts, as typed. */
export interface Typed {
  price: string
  days: string
  reason: string
  note: string
}

export type Wrong = NotMoney | 'days' | 'word' | 'both'
export type Judged =
  | { said: 'nothing' }
  | { said: 'as-it-stands' }
  | { said: 'wrong'; why: Wrong }
  | { said: 'answer'; answer: QuoteLaneAnswer }

export const reasons = ['lane', 'capacity', 'dates', 'equipment', 'price', 'other'] as const
type Reason = (typeof reasons)[number]
const isReason = (text: string): text is Reason => reasons.some((r) => r === text)

/** A load as it was answered, to be gone on from. */
export const standing = (l: QuoteLane): Typed => ({
  price: l.amountMinor > 0 ? (l.amountMinor / 100).toFixed(2) : '',
  days: l.days > 0 ? String(l.days) : '',
  reason: l.state === 'no-bid' ? l.reason : '',
  note: l.note,
})

/** What a row amounts to, before anything is sent. */
export function judge(l: QuoteLane, t: Typed): Judged {
  const was = standing(l)
  if (l.state !== 'requested' && (['price', 'days', 'reason', 'note'] as const).every((k) => was[k] === t[k].trim()))
    return { said: 'as-it-stands' }
  const price = t.price.trim()
  if (!price && !t.reason) return { said: 'nothing' }
  if (price && t.reason) return { said: 'wrong', why: 'both' }
  if (t.reason) {
    if (t.reason === 'other' && !t.note.trim()) return { said: 'wrong', why: 'word' }
    return isReason(t.reason)
      ? {
          said: 'answer',
          answer: {
            QuoteID: l.quoteId,
            TotalMinor: 0,
            CurrencyCode: l.currency,
            ServiceDays: 0,
            Reason: t.reason,
            Comments: t.note.trim(),
          },
        }
      : { said: 'wrong', why: 'word' }
  }
  const amount = readAmount(price, l.currency)
  if (typeof amount !== 'number') return { said: 'wrong', why: amount }
  if (amount === 0) return { said: 'wrong', why: 'unreadable' }
  if (!/^([0-9]|[1-5]\d|60)?$/.test(t.days.trim())) return { said: 'wrong', why: 'days' }
  return {
    said: 'answer',
    answer: {
      QuoteID: l.quoteId,
      TotalMinor: amount,
      CurrencyCode: l.currency,
      ServiceDays: Number(t.days.trim()) || 0,
      Reason: '',
      Comments: t.note.trim(),
    },
  }
}

/** Puts a sheet that was read into the fields: by number, or by place where it has prices alone. What fits nowhere is named. */
export function fill(lanes: readonly QuoteLane[], rows: readonly QuoteLaneRow[]) {
  const typed: Record<string, Typed> = {}
  const unknown: string[] = []
  const computed: string[] = []
  rows.forEach((row, n) => {
    const lane = row.number ? lanes.find((l) => l.number.toLowerCase() === row.number.toLowerCase()) : lanes[n]
    if (!lane) {
      unknown.push(row.number || String(row.row))
      return
    }
    if (![row.price, row.noBid, row.note].some((cell) => cell.trim())) return // nothing was filled in: what was typed stays
    const reason = row.noBid.toLowerCase()
    const known = isReason(reason)
    typed[lane.quoteId] = {
      price: row.price,
      days: row.days.replace(/\.0+$/, ''),
      reason: row.noBid ? (known ? reason : 'other') : '',
      note: row.noBid && !known ? [row.noBid, row.note].filter((s, i, all) => s && all.indexOf(s) === i).join('; ') : row.note,
    }
    if (row.formula) computed.push(lane.number)
  })
  return { typed, unknown, computed }
}

/** What stays to be sent after some was: what was refused, and what was typed anew while it was under way. */
export const unsent = (
  now: Readonly<Record<string, Typed>>,
  sent: Readonly<Record<string, Typed>>,
  answered: readonly string[],
  refused: Readonly<Record<string, string>>,
): Record<string, Typed> =>
  Object.fromEntries(Object.entries(now).filter(([q, typed]) => refused[q] || !answered.includes(q) || typed !== sent[q]))

/** Cells from a spreadsheet's clipboard as a file that leaves no doubt where each ends. */
export const quoted = (pasted: string) =>
  pasted
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) =>
      line
        .split('\t')
        .map((cell) => `"${cell.trim().replaceAll('"', '""')}"`)
        .join(','),
    )
    .join('\n')
