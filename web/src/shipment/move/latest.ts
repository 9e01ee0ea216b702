import { local } from '@sync/client'
import Dexie from 'dexie'
import type { Latest } from '@/kit/form/defineForm'

/** Who changed a shipment last: its history tells. */
export async function latest({ ShipmentId = '' }: { ShipmentId?: string }): Promise<Latest> {
  const last = await local().shipment_event.where('[shipmentId+n]').between([ShipmentId, Dexie.minKey], [ShipmentId, Dexie.maxKey]).last()
  return last ? { n: last.n, userId: last.userId, by: last.userName, at: last.at } : { n: 0 }
}

/** What a toast calls a shipment. */
export const numberOf = async ({ ShipmentId = '' }: { ShipmentId?: string }) => (await local().shipment.get(ShipmentId))?.number
