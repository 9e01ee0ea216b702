import type { WarehouseLoadType } from '@sync/gen/api'
import { useCallback } from 'react'
import { useCan } from '@/kit/remote/can'
import { useCall } from '@/kit/remote/useCall'
import type { Offer } from './appointmentForm'

const none: WarehouseLoadType[] = []

/** What an appointment of a warehouse may be given, in one direction or in all. */
export function useOffer(warehouse: string | undefined, doors: readonly string[]) {
  const manages = useCan('manage-warehouses')
  const sees = useCan('see-appointments')
  const kinds = useCall('Warehouse/LoadTypes', undefined, { enabled: sees }).data ?? none
  return useCallback(
    (direction?: string): Offer => ({
      doors,
      manages,
      types: kinds.filter((k) => k.WarehouseId === warehouse && (!direction || k.Direction === direction)),
    }),
    [doors, manages, kinds, warehouse],
  )
}
