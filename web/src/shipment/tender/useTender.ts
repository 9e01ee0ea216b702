import { local } from '@sync/client'
import { useLiveQuery } from 'dexie-react-hooks'
import { hrefOf } from '@/kit/page/PageLink'
import { useSession } from '@/kit/remote/user'

/** The tenders of a shipment in their order, as the server has them a moment ago. Only the office's devices hold any. */
export const useTenders = (shipmentId: string) =>
  useLiveQuery(
    async () => (await local().shipment_tender.where('shipmentId').equals(shipmentId).toArray()).sort((a, b) => a.n - b.n),
    [shipmentId],
  )

/** Whether somebody deals with prices and so with tenders: the server has the last word. */
export function useMayTender(): boolean {
  const session = useSession()
  return session !== null && hrefOf({ page: 'ReviewRates' }, session.pages) !== undefined
}
