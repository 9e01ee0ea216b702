import { local } from '@sync/client'
import { useLiveQuery } from 'dexie-react-hooks'
import { useCan } from '@/kit/remote/can'

/** The tenders of a shipment in their order, as the server has them a moment ago. Only the office's devices hold any. */
export const useTenders = (shipmentId: string) =>
  useLiveQuery(
    async () => (await local().shipment_tender.where('shipmentId').equals(shipmentId).toArray()).sort((a, b) => a.n - b.n),
    [shipmentId],
  )

/** Whether the user may tender loads: the server has the last word. */
export const useMayTender = (): boolean => useCan('tender')
