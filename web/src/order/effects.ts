import { effect } from '@sync/effect'

/** What a person sees at once of the open orders. The server's rows replace these guesses when they arrive. */
export const orderEffects = [
  effect('Shipment/RevertSetItems', ['order_open'], async ({ order_open }, { OrderId }) => {
    const order = await order_open.get(OrderId)
    if (order?.state === 'open') await order_open.update(OrderId, { state: 'pending' })
  }),

  effect('Shipment/SaveItemDetails', ['order_open'], async ({ order_open }, { OrderId, Items }) => {
    const order = await order_open.get(OrderId)
    // Sums in mixed units are the server's to make; here the lines are what counts.
    if (order && (order.state === 'open' || order.state === 'pending')) await order_open.update(OrderId, { state: 'open', items: Items })
  }),
]
