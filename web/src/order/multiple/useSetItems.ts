import { local } from '@sync/client'
import type { Order } from '@sync/gen/tables'
import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo } from 'react'
import { useStill } from '@/kit/remote/useSteady'
import type { Words } from '@/kit/words/words'
import { linesOf, orderColumns } from './lines'

/** The orders that are not built yet, those that are to be shipped first before the others. Undefined while they load, as they were while `still`. */
export const useWaitingOrders = (still: boolean) =>
  useStill(still, async () =>
    (await local().order_open.toArray()).sort(
      (a, b) => a.shipOn.localeCompare(b.shipOn) || a.together.localeCompare(b.together) || a.number.localeCompare(b.number),
    ),
  )

const noOrders: Order[] = []

/** Rows and columns of the grid of orders. */
export function useLines(orders: readonly Order[] | undefined, text: (w: Words) => string) {
  const carriers = useLiveQuery(() => local().carrier.orderBy('name').toArray())
  const items = useLiveQuery(() => local().order_item.orderBy('code').toArray())
  const every = useMemo(
    () =>
      orderColumns({
        carriers: (carriers ?? []).filter((c) => !c.disabled).map((c) => ({ value: c.scac || c.id, label: c.name })),
        items: items ?? [],
        text,
      }),
    [carriers, items, text],
  )
  const lines = useMemo(() => orders && linesOf(orders ?? noOrders), [orders])
  return { every, lines, items: items ?? [] }
}
