import type { FreightPurchasePart } from '@sync/gen/api'
import type { OrderPurchase, OrderPurchaseLine } from '@sync/gen/tables'

type Lines = Pick<OrderPurchase, 'lines' | 'open'>

export const leftOf = (l: OrderPurchaseLine) => Math.max(0, l.item.pieces - l.shipped)

/** A purchase order once the parts are on a shipment, as the server will have it; undefined where it will say no. */
export function sent(p: Lines, shipmentId: string, parts: readonly FreightPurchasePart[]): Lines | undefined {
  const byLine = new Map(parts.map((part) => [part.Line, part.Qty]))
  if ([...byLine].some(([line, n]) => n > leftOf(p.lines.find((l) => l.line === line) ?? nothing))) return undefined
  const lines = p.lines.map((l) => {
    const n = byLine.get(l.line)
    return n ? { ...l, shipped: l.shipped + n, parts: [...l.parts, { shipmentId, number: '', pieces: n }] } : l
  })
  return { lines, open: lines.reduce((sum, l) => sum + leftOf(l), 0) }
}

/** The same of every purchase order on a shipment, by its id: all of them or, where the server will say no to one, none. */
export function allSent<P extends Lines & { id: string }>(
  purchases: readonly P[],
  shipmentId: string,
  parts: readonly FreightPurchasePart[],
): P[] {
  const next = purchases.map((p) => {
    const of = sent(
      p,
      shipmentId,
      parts.filter((part) => part.PurchaseId === p.id),
    )
    return of && { ...p, ...of }
  })
  return next.every((p) => p !== undefined) ? next : []
}

const nothing: OrderPurchaseLine = {
  line: '',
  item: { description: '', pieces: 0, packageType: '', pallets: 0, weight: { milli: 0, unit: '' } },
  shipped: 0,
  parts: [],
}
