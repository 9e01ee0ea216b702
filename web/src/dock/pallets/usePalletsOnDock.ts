import { useRows } from '@/kit/remote/useRows'
import { isSigned, type Load, type Pallet } from '../load/load'

/** A pallet with what its load says of it. */
export interface DockedPallet extends Pallet {
  load: Load
}

/** Pallets of loads that are still here, joined on the device. Undefined while the local rows load. */
export function usePalletsOnDock(): DockedPallet[] | undefined {
  return useRows(async (db) => {
    const [loads, pallets] = await Promise.all([db.dock_shipment.toArray(), db.dock_pallet.toArray()])
    const here = new Map(loads.filter((s) => !isSigned(s)).map((s) => [s.id, s]))
    return pallets.flatMap((p) => {
      const load = here.get(p.shipmentId)
      return load ? [{ ...p, load }] : []
    })
  }, [])
}
