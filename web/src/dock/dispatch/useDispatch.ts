import type { WarehouseSite } from '@sync/gen/tables'
import { useMemo } from 'react'
import { dayIn } from '@/kit/format/day'
import { useNow } from '@/kit/format/Formats'
import { useRows } from '@/kit/remote/useRows'
import { useSession } from '@/kit/remote/user'
import type { Load } from '../load/load'
import { type Dispatch, dispatchOf } from './dispatch'

export interface DispatchView extends Dispatch {
  site: WarehouseSite | undefined
  sites: WarehouseSite[]
  now: number
  today: string
}

const states: Load['state'][] = ['waiting', 'arrived', 'loading', 'loaded']

/** The console from what is on this device. Undefined while the rows load. */
export function useDispatch(warehouse: string | undefined): DispatchView | undefined {
  const mine = useSession()?.warehouses ?? []
  const now = useNow()
  const rows = useRows(
    async (db) => {
      const all = await db.warehouse_site.toArray()
      const sites = mine.length > 0 ? all.filter((s) => mine.includes(s.id)) : all
      const id = warehouse ?? mine[0] ?? sites[0]?.id ?? ''
      const loads = await db.dock_shipment
        .where('[warehouse+state]')
        .anyOf(states.map((s) => [id, s]))
        .toArray()
      return { sites, site: all.find((s) => s.id === id), loads }
    },
    [warehouse, mine.join()],
  )
  return useMemo(() => {
    if (!rows) return undefined
    const today = dayIn(rows.site?.zone, now)
    return {
      ...dispatchOf(rows.loads, rows.site?.doors ?? [], now, today, rows.site?.zone),
      sites: rows.sites,
      site: rows.site,
      now,
      today,
    }
  }, [rows, now])
}
