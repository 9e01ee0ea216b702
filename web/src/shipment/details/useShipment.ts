import { local } from '@sync/client'
import type { Rows } from '@sync/gen/tables'
import Dexie from 'dexie'
import { useLiveQuery } from 'dexie-react-hooks'
import { useCall } from '@/kit/remote/useCall'

/** A shipment with all that belongs to it. Rows of this device come first: they are live, and hold what is not sent yet. */
export function useShipment(id: string) {
  const db = local()
  // null where the device has none; undefined while it is looked up.
  const own = useLiveQuery(async () => (await db.shipment.get(id)) ?? null, [id])
  const cost = useLiveQuery(() => db.shipment_cost.get(id), [id])
  const events = useLiveQuery(
    () => db.shipment_event.where('[shipmentId+n]').between([id, Dexie.minKey], [id, Dexie.maxKey]).toArray(),
    [id],
  )
  const load = useLiveQuery(() => db.dock_shipment.get(id), [id])
  const pallets = useLiveQuery(() => db.dock_pallet.where('shipmentId').equals(id).toArray(), [id])
  const site = useLiveQuery(() => (own ? db.warehouse_site.get(own.warehouse) : undefined), [own?.warehouse])
  // Ended and long delivered shipments have left the devices; so has one that was built a moment ago not come yet.
  const asked = useCall('Shipment/ShipmentDetails', { ShipmentId: id }, { enabled: own === null })
  const far = own === null ? asked.data : undefined
  return {
    shipment: own ?? far?.Shipment ?? undefined,
    cost: cost ?? far?.Cost ?? undefined,
    events: (own === null ? far?.Events : events) ?? [],
    load,
    pallets: pallets ?? [],
    site,
    remote: own === null ? asked.remote : undefined,
  }
}

export type Workspace = ReturnType<typeof useShipment>
export type Event = Pick<
  Rows['shipment_event'],
  'id' | 'n' | 'kind' | 'data' | 'userName' | 'userId' | 'device' | 'at' | 'atRaw' | 'loggedAt'
>
