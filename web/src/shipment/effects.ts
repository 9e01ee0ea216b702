import { effect } from '@sync/effect'
import { moved, movesOf } from './move/moves'
import { booked } from './single/booked'

/** What the office sees at once. The server's rows replace these guesses when they arrive. */
export const shipmentEffects = [
  effect('Shipment/UpdateStatusCode', ['shipment', 'carrier'], async ({ shipment, carrier }, { ShipmentId, StatusCode }, made) => {
    const now = await shipment.get(ShipmentId)
    const then = now && moved(now, StatusCode, made.at)
    if (!then) return
    // The server gives the load to its carrier and may refuse that. Its rules and accounts are on no device; a carrier that was switched off is.
    if (now.status === 'Q' && then.status === 'T' && (await carrier.get(now.carrier))?.disabled) return
    await shipment.put(then)
  }),

  effect('Shipment/ExceptionShipment', ['shipment'], async ({ shipment }, { ShipmentId, ExceptionCode, Reason }, made) => {
    const now = await shipment.get(ShipmentId)
    if (!now || !movesOf(now).some((m) => m.action === 'except')) return
    await shipment.put({ ...now, status: 'X', back: now.status, exception: ExceptionCode, reason: Reason, changedAt: made.at })
  }),

  effect(
    'Shipment/BookCollect',
    ['shipment', 'carrier', 'warehouse_site'],
    async ({ shipment, carrier, warehouse_site }, { ShipmentId, Shipment: e }, made) => {
      if (!e || (await shipment.get(ShipmentId))) return
      const code = e.Carrier.toUpperCase()
      const origin = e.Origin.name ? e.Origin : ((await warehouse_site.get(e.WHSE))?.address ?? e.Origin)
      await shipment.put(booked(ShipmentId, { ...e, Origin: origin }, (await carrier.get(code))?.name ?? code, made))
    },
  ),

  effect('Shipment/PutOnDock', ['shipment'], async ({ shipment }, { ShipmentId, DueAt }, made) => {
    const now = await shipment.get(ShipmentId)
    if (!now || now.onDock || now.inbound || (now.status !== 'T' && now.status !== 'M')) return
    await shipment.put({ ...now, onDock: true, dueAt: DueAt ?? now.dueAt, changedAt: made.at })
  }),

  effect('Shipment/UpdateSchedule', ['shipment'], async ({ shipment }, args, made) => {
    const { ShipmentId, ShipOn, PickupByFromTime = '', PickupByToTime = '' } = args
    // When the truck is due follows from the warehouse's clock; the server says it.
    await shipment.update(ShipmentId, { shipOn: ShipOn, pickupFrom: PickupByFromTime, pickupTo: PickupByToTime, changedAt: made.at })
  }),
]
