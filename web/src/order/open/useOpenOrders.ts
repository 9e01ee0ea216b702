import { local } from '@sync/client'
import { useLiveQuery } from 'dexie-react-hooks'

/** The orders that can be built, or those of one file. Undefined while they load. */
export const useOpenOrders = (importId?: string) =>
  useLiveQuery(
    () =>
      local()
        .order_open.filter((o) => o.state === 'open' && (importId === undefined || o.importId === importId))
        .toArray(),
    [importId],
  )

export const useOrder = (id: string | undefined) => useLiveQuery(() => (id ? local().order_open.get(id) : undefined), [id])
