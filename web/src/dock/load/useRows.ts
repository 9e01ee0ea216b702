import type { DockSetting } from '@sync/gen/tables'
import { useRows } from '@/kit/remote/useRows'
import type { Driver, Load, Pallet } from './load'

/** One load; null where this device does not have it. */
export const useLoad = (id: string): Load | null | undefined => useRows(async (db) => (await db.dock_shipment.get(id)) ?? null, [id])

const byLpn = new Intl.Collator('en', { numeric: true })

/** A load and its pallets in the order of their numbers, read as one: what changes both is drawn once. Nothing of it while they load; see useLoad. */
export const useLoadWithPallets = (id: string): { load?: Load | null; pallets?: Pallet[] } =>
  useRows(
    async (db) => {
      const [load = null, pallets] = await Promise.all([db.dock_shipment.get(id), db.dock_pallet.where('shipmentId').equals(id).toArray()])
      return { load, pallets: pallets.sort((a, b) => byLpn.compare(a.lpn, b.lpn)) }
    },
    [id],
  ) ?? {}

/** How a warehouse wants its dock to work; undefined while it loads, null where nobody chose. */
export const useSetting = (warehouse: string | undefined): DockSetting | null | undefined =>
  useRows(async (db) => (warehouse ? ((await db.dock_setting.get(warehouse)) ?? null) : null), [warehouse])

/** Who has picked up here for this carrier before, the latest first. */
export const useDrivers = (load: Load | null | undefined): Driver[] | undefined =>
  useRows(
    async (db) =>
      load
        ? (await db.dock_driver.where('[warehouse+carrier]').equals([load.warehouse, load.carrier]).toArray()).sort((a, b) =>
            (b.verifiedAt ?? b.addedAt ?? '').localeCompare(a.verifiedAt ?? a.addedAt ?? ''),
          )
        : [],
    [load?.warehouse, load?.carrier],
  )
