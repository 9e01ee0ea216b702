import type { WarehouseSite } from '@sync/gen/tables'
import { dayIn } from '@/kit/format/day'
import { useNow } from '@/kit/format/Formats'
import { useRows } from '@/kit/remote/useRows'
import { useSession } from '@/kit/remote/user'
import { isDamaged, type Load, type Pallet } from '../load/load'
import { type Board, boardOf } from './board'
import type { BoardSearch } from './search'

const states: Load['state'][] = ['waiting', 'arrived', 'loading', 'loaded', 'signed', 'void']

export interface BoardView extends Board {
  site: WarehouseSite | undefined
  sites: WarehouseSite[]
  today: string
  /** Pallets with something to say, by load. */
  notes: Map<string, { short: number; damaged: number }>
  /** Where a carrier's own picture is, by SCAC. */
  pictures: Map<string, string>
  /** Loads that the warehouse does not want to see before somebody has begun. */
  unscanned: number
}

/** The dock's board from what is on this device. Undefined while the rows load. */
export function useBoard(search: BoardSearch): BoardView | undefined {
  const mine = useSession()?.warehouses ?? []
  const now = useNow()
  const rows = useRows(
    async (db) => {
      const all = await db.warehouse_site.toArray()
      const sites = mine.length > 0 ? all.filter((s) => mine.includes(s.id)) : all
      const id = search.warehouse ?? mine[0] ?? sites[0]?.id ?? ''
      const [setting, loads, noted, carriers] = await Promise.all([
        db.dock_setting.get(id),
        db.dock_shipment
          .where('[warehouse+state]')
          .anyOf(states.map((s) => [id, s]))
          .toArray(),
        db.dock_pallet.where('[warehouse+state]').anyOf(noteworthy(id)).toArray(),
        db.carrier.toArray(),
      ])
      // A warehouse may want its board to show only what somebody has begun; a scan opens the others all the same.
      const begun = setting?.showUnscanned === false ? loads.filter((s) => s.state !== 'waiting' || s.loadedPallets > 0) : loads
      const pictures = new Map(carriers.filter((c) => c.img).map((c) => [c.id, c.img]))
      return { sites, site: all.find((s) => s.id === id), loads: begun, noted, pictures, unscanned: loads.length - begun.length }
    },
    [search.warehouse, mine.join()],
  )
  if (!rows) return undefined
  const { sites, site, loads, noted, pictures, unscanned } = rows
  const today = dayIn(site?.zone, now)
  const notes: BoardView['notes'] = new Map()
  for (const p of noted) {
    const n = notes.get(p.shipmentId) ?? { short: 0, damaged: 0 }
    notes.set(p.shipmentId, { short: n.short + p.short, damaged: n.damaged + Number(isDamaged(p)) })
  }
  return { ...boardOf(loads, search, today, site?.zone), sites, site, today, notes, pictures, unscanned }
}

const noteworthy = (warehouse: string): [string, Pallet['state']][] => [
  [warehouse, 'short'],
  [warehouse, 'damaged'],
]
