import { local } from '@sync/client'
import type { ShipmentTender } from '@sync/gen/tables'
import { useLiveQuery } from 'dexie-react-hooks'
import { useCan } from '@/kit/remote/can'
import { useCall } from '@/kit/remote/useCall'

/** The tenders of a shipment in their order, as the server has them a moment ago. Only the office's devices hold any. */
export const useTenders = (shipmentId: string) =>
  useLiveQuery(
    async () => (await local().shipment_tender.where('shipmentId').equals(shipmentId).toArray()).sort((a, b) => a.n - b.n),
    [shipmentId],
  )

/** Whether the user may tender loads: the server has the last word. */
export const useMayTender = (): boolean => useCan('tender')

/** The phone that a carrier gave with its yes. No device holds it: the server tells it to who sees drivers. */
export const useDriverPhone = (d: ShipmentTender): string | undefined => {
  const sees = useCan('see-drivers')
  return useCall('Shipment/TenderInfo', { ShipmentId: d.shipmentId }, { enabled: sees && d.driver !== '' }).data?.driverPhones[d.id]
}
