import { effect } from '@sync/effect'
import { isOpen, onTruck, takenBack } from '../load/load'

/** What a person sees at once of a pallet that was measured again or taken from its load, and of an order taken in at the dock. */
export const palletEffects = [
  effect('DockView/UpdatePalletPopupDetails', ['dock_shipment', 'dock_pallet'], async ({ dock_shipment, dock_pallet }, args, made) => {
    const load = await dock_shipment.get(args.ShipmentId)
    const pallet = args.HuId ? await dock_pallet.get(args.HuId) : undefined
    if (!load || !isOpen(load) || pallet?.shipmentId !== load.id) return
    if (args.Flag === 'D') {
      if (onTruck(pallet)) return
      await dock_pallet.delete(pallet.id)
      await dock_shipment.update(load.id, { totalPallets: Math.max(0, load.totalPallets - 1), ...takenBack(load, made) })
    } else if (args.Flag !== 'S' && (args.Quantity ?? pallet.pieces) >= pallet.short) {
      await dock_pallet.update(pallet.id, {
        itemCode: args.ItemCode ?? pallet.itemCode,
        pieces: args.Quantity ?? pallet.pieces,
        length: args.Length ?? pallet.length,
        width: args.Width ?? pallet.width,
        height: args.Height ?? pallet.height,
        weight: args.Weight ?? pallet.weight,
        description: pallet.description || (args.ItemCode ?? ''),
      })
      if (args.Weight || args.Quantity !== undefined) await dock_shipment.update(load.id, takenBack(load, made))
    }
  }),

  effect('DockView/OrderIntegration', ['order_open'], async ({ order_open }, { OrderId, OrderData: o }, made) => {
    if (await order_open.get(OrderId)) return
    const items = o.Items
    const sum = (of: (i: (typeof items)[number]) => number) => items.reduce((n, i) => n + of(i), 0)
    await order_open.put({
      id: OrderId,
      number: o.OrderNumber.trim(),
      warehouse: o.WHSE,
      customer: o.Customer ?? '',
      consignee: o.Consignee ?? { name: '', street: '', city: '', state: '', zip: '', country: '' },
      refs: [],
      shipOn: o.ShipOn,
      dueOn: '',
      terms: o.PaymentType ?? 'P',
      billTo: null,
      carrier: o.Carrier?.toUpperCase() ?? '',
      instruction: o.SpecialInstruction ?? '',
      items,
      pieces: sum((i) => i.pieces),
      pallets: sum((i) => i.pallets),
      weight: { milli: sum((i) => i.weight.milli), unit: items[0]?.weight.unit ?? 'lb' },
      state: 'open',
      shipmentId: '',
      shipmentNumber: '',
      importId: '',
      together: '',
      root: '',
      backOrder: '00',
      clauses: {},
      rev: 1,
      changedBy: '',
      createdAt: made.at,
      createdBy: made.user,
      version: 0,
      scopes: [`wh:${o.WHSE}`],
    })
  }),
]
