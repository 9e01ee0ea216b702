import { local } from '@sync/client'
import type { Order } from '@sync/gen/tables'
import { useLiveQuery } from 'dexie-react-hooks'
import type { Shelf } from '@/kit/list/shelf'

/** The orders that can be built, by day of shipping, or those of one file. */
export const openOrders = (importId?: string): Shelf<Order> => ({
  table: () => local().order_open,
  index: '[state+shipOn+id]',
  under: ['open'],
  ...(importId === undefined ? {} : { holds: (o) => o.importId === importId }),
})

export const useOrder = (id: string | undefined) => useLiveQuery(() => (id ? local().order_open.get(id) : undefined), [id])
