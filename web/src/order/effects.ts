import { effect } from '@sync/effect'
import type { Order } from '@sync/gen/tables'
import { allSent } from './purchase/sent'

const waits = (o: Order | undefined): o is Order => o?.state === 'open' || o?.state === 'pending'

/**
 * An order's revision after a change that says which one it was made on. Made again on the row that the server has written of it already, it counts no
 * second time: whoever saves again in that moment would name a revision that is none, and be told of somebody else.
 */
const after = (o: Order, seen: number | undefined) => (seen ? Math.max(o.rev, seen + 1) : o.rev + 1)

/** What a person sees at once of the orders. The server's rows replace these guesses when they arrive. */
export const orderEffects = [
  effect('Shipment/RevertSetItems', ['order_open'], async ({ order_open }, { OrderId }) => {
    const order = await order_open.get(OrderId)
    if (order?.state === 'open') await order_open.update(OrderId, { state: 'pending', rev: order.rev + 1 })
  }),

  effect('Shipment/SaveItemDetails', ['order_open'], async ({ order_open }, { OrderId, Seen, Items }) => {
    const order = await order_open.get(OrderId)
    // Sums in mixed units are the server's to make; here the lines are what counts.
    if (waits(order)) await order_open.update(OrderId, { state: 'open', items: Items, rev: after(order, Seen) })
  }),

  effect('Shipment/EditItemDetails', ['order_open'], async ({ order_open }, { OrderId, Seen, Items }) => {
    const order = await order_open.get(OrderId)
    if (waits(order)) await order_open.update(OrderId, { items: Items, rev: after(order, Seen) })
  }),

  effect('Shipment/UpdatePendingOrder', ['order_open'], async ({ order_open }, { OrderId, Seen, ...to }) => {
    const order = await order_open.get(OrderId)
    if (!waits(order)) return
    await order_open.update(OrderId, {
      customer: to.Customer ?? order.customer,
      consignee: to.Consignee ?? order.consignee,
      refs: to.References ?? order.refs,
      shipOn: to.ShipOn ?? order.shipOn,
      dueOn: to.DueOn ?? order.dueOn,
      terms: to.PaymentType ?? order.terms,
      billTo: to.Billto ?? order.billTo,
      carrier: to.Carrier ?? order.carrier,
      instruction: to.SpecialInstruction ?? order.instruction,
      rev: after(order, Seen),
    })
  }),

  effect('Shipment/ShipPurchase', ['order_purchase'], async ({ order_purchase }, { PurchaseId, ShipmentId = '', Lines }) => {
    const parts = Lines.map((part) => ({ ...part, PurchaseId: part.PurchaseId ?? PurchaseId }))
    const rows = await Promise.all([...new Set(parts.map((part) => part.PurchaseId))].map((id) => order_purchase.get(id)))
    const known = rows.filter((row) => row !== undefined)
    if (known.length < rows.length) return
    for (const next of allSent(known, ShipmentId, parts)) await order_purchase.put(next)
  }),
]
