import { msg } from '@lingui/core/macro'
import type { FreightPurchasePart } from '@sync/gen/api'
import type { OrderPurchase, OrderPurchaseLine } from '@sync/gen/tables'
import type { Words } from '@/kit/words/words'
import { leftOf } from './sent'

const fold = (text = '') => text.trim().replace(/\s+/g, ' ').toUpperCase()

/** Whether two purchase orders leave from one dock for one warehouse, as the server sees it: then they may be one shipment. */
export const alongside = (a: Pick<OrderPurchase, 'vendor' | 'warehouse'>, b: Pick<OrderPurchase, 'vendor' | 'warehouse'>) =>
  a.warehouse === b.warehouse &&
  (['name', 'street', 'street2', 'city', 'zip'] as const).every((k) => fold(a.vendor[k]) === fold(b.vendor[k]))

/** What so many pieces weigh by the whole line, never less than it is (server/order/purchase.go, share). */
export const shareOf = (l: OrderPurchaseLine, pieces: number) => ({
  milli: Math.ceil((l.item.weight.milli * pieces) / Math.max(1, l.item.pieces)),
  unit: l.item.weight.unit || 'lb',
})

/** All that is left of an order. */
export const allOf = ({ id, lines }: Pick<OrderPurchase, 'id' | 'lines'>): FreightPurchasePart[] =>
  lines
    .filter((l) => leftOf(l) > 0)
    .map((l) => ({
      PurchaseId: id,
      Line: l.line,
      Qty: leftOf(l),
      Pallets: l.shipped > 0 ? 0 : l.item.pallets,
      Weight: { milli: 0, unit: 'lb' },
    }))

/** What is wrong with the parts, by path: the rules that the server has, too. */
export function judge(
  parts: readonly FreightPurchasePart[] | undefined,
  purchases: readonly Pick<OrderPurchase, 'id' | 'lines'>[],
): Record<string, Words> {
  const bad: Record<string, Words> = {}
  for (const [n, part] of (parts ?? []).entries()) {
    const line = purchases.find((p) => p.id === part.PurchaseId)?.lines.find((l) => l.line === part.Line)
    const left = line ? leftOf(line) : 0
    if (part.Qty > left) bad[`[${n}].Qty`] = msg`Line ${part.Line}: ${left} are left to ship.`
    if (part.Weight.milli === 0 && !line?.item.weight.milli) bad[`[${n}].Weight`] = msg`Line ${part.Line}: say what these pieces weigh.`
  }
  return bad
}

/** What a person shipped of each line of one purchase order against what is left of it now. */
export function compareLines(parts: unknown, first: unknown, row: Record<string, unknown>): { label: Words; yours: string; now: string }[] {
  const lines = Array.isArray(row.lines) ? (row.lines as OrderPurchaseLine[]) : [] // the server's own row
  const yours = Array.isArray(parts) ? (parts as FreightPurchasePart[]) : [] // what this form sent
  return yours
    .filter((part) => (part.PurchaseId ?? first) === row.id)
    .map((part) => {
      const line = lines.find((l) => l.line === part.Line)
      return { label: msg`Line ${part.Line}`, yours: String(part.Qty), now: line ? String(leftOf(line)) : '' }
    })
}
