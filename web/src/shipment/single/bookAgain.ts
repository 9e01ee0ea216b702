import type { ShipmentEntry, ShipmentSaveReq } from '@sync/gen/api'
import { openForm } from '@/kit/form/FormDialog'
import { load } from './load'
import { singleForm } from './singleForm'

/** A booking that was refused, as it was typed, to be changed and done again. */
export async function bookAgain({ ShipmentId, Shipment: e }: { ShipmentId: string; Shipment: ShipmentEntry }): Promise<object | undefined> {
  const { spec } = singleForm('collect', () => e.WHSE)
  const { latest, ...form } = spec
  const typed = await openForm(
    { ...form, wide: true, subject: () => `again ${ShipmentId}`, run: (req) => Promise.resolve(req as never) }, // resolves to the request, which the tray sends
    load(e, '') as never, // Billto is there after loading
  )
  return typed && { ShipmentId, Shipment: (typed as unknown as ShipmentSaveReq).Shipment } // as run gave it
}
