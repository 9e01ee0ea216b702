import { local } from '@sync/client'
import type { RatingKept } from '@sync/gen/api'
import type { Shipment } from '@sync/gen/tables'
import { useMemo, useRef } from 'react'
import { useCall } from '@/kit/remote/useCall'
import { useStill } from '@/kit/remote/useSteady'
import { type Row, rowOf } from './shipments'

type Status = Shipment['status']

/** The shipments of some statuses, the nearest pickup first; as they were while `still`. */
export const useOfStatus = (of: readonly Status[], still: boolean) =>
  useStill(
    still,
    async () => {
      const found = await local()
        .shipment.where('status')
        .anyOf([...of])
        .toArray()
      return found.sort((a, b) => a.shipOn.localeCompare(b.shipOn) || a.number.localeCompare(b.number))
    },
    of.join(''),
  )

const atOnce = 500

/** The same with the ratings that are kept with them. Without a connection the last ones that were seen are shown. */
export function useRated(shipments: readonly Shipment[] | undefined): { rows: Row[] | undefined; again: () => void } {
  const ids = useMemo(() => (shipments ?? []).map((s) => s.id).slice(0, atOnce), [shipments])
  const kept = useCall('Rating/Kept', { ShipmentIds: ids }, { enabled: ids.length > 0 })
  // While another set is asked for, what was known of each stays in its row.
  const known = useRef(new Map<string, RatingKept>())
  const by = useMemo(() => {
    for (const k of kept.data ?? []) known.current.set(k.shipmentId, k)
    return new Map(known.current)
  }, [kept.data])
  const rows = useMemo(() => shipments?.map((shipment) => rowOf(shipment, by.get(shipment.id))), [shipments, by])
  return { rows, again: kept.remote.again }
}
