import { local, working } from '@sync/client'
import type { ShipmentEntry } from '@sync/gen/api'
import type { Shipment } from '@sync/gen/tables'
import { CallError } from '@sync/wire'
import { theRemote } from '@/kit/remote/remote'
import { submit } from '@/kit/remote/submit'
import { outcome } from './outcome'

/**
 * Gives a new collect order to its carrier through the outbox: no price is asked, so nothing of it needs the server first. What the device makes of
 * it meanwhile goes under the order's number; the shipment's own and the bill's come from the server. With a connection the form hears what came of it.
 */
export async function book(Shipment: ShipmentEntry): Promise<Shipment> {
  const ShipmentId = working().outbox.newId()
  await submit('Shipment/BookCollect', { ShipmentId, Shipment })
  if (theRemote().status().contact === 'online') {
    const page = location.pathname
    const heard = await outcome(ShipmentId, () => local().shipment.get(ShipmentId))
    if (heard?.booked) return heard.booked
    // Whoever went on meanwhile finds the refusal where all refused work stands.
    if (heard?.refused && location.pathname === page) {
      const { code, params, errors } = heard.refused
      await theRemote().discard(heard.refused) // the form has it, with all that was typed
      throw new CallError(422, code, params, [...errors])
    }
  }
  const row = await local().shipment.get(ShipmentId)
  if (row) return row
  // The preview did not fit on a full device; the booking did.
  return { id: ShipmentId, number: Shipment.OrderNumber, status: 'T', bol: '', carrierName: Shipment.Carrier } as Shipment // what the page says of it
}
