import Dexie from 'dexie'
import { useRows } from '@/kit/remote/useRows'
import type { Load, Pallet } from '../load/load'

export interface PalletEvent {
  n: number
  kind: string
  data: unknown
  userName: string
  at: string | null
}

export interface OnePallet {
  pallet: Pallet | null
  load: Load | undefined
  events: PalletEvent[]
}

const names = (data: unknown, pallet: string) => (data as { pallet?: unknown } | null)?.pallet === pallet // most kinds of a pallet's events name it

/** A pallet of this device with its load and what happened to it. Undefined while the local rows load. */
export const usePallet = (id: string | undefined): OnePallet | undefined =>
  useRows(
    async (db) => {
      const pallet = id ? await db.dock_pallet.get(id) : undefined
      if (!pallet) return { pallet: null, load: undefined, events: [] }
      const [load, events] = await Promise.all([
        db.dock_shipment.get(pallet.shipmentId),
        db.shipment_event.where('[shipmentId+n]').between([pallet.shipmentId, Dexie.minKey], [pallet.shipmentId, Dexie.maxKey]).toArray(),
      ])
      return { pallet, load, events: events.filter((e) => names(e.data, pallet.id)) }
    },
    [id],
  )
