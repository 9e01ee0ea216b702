import type { WarehouseSite } from '@sync/gen/tables'
import { useMemo } from 'react'
import { useNow } from '@/kit/format/Formats'
import { useRows } from '@/kit/remote/useRows'
import { useSession } from '@/kit/remote/user'
import { byNumber, inOrder, keyOf, type Move, mapOf, type Row, type Spot, type Trailer, type YardMapOf } from './yard'

export interface Yard {
  site: WarehouseSite | undefined
  sites: WarehouseSite[]
  rows: Row[]
  trailers: Trailer[]
  /** Those that are open, the first to be done first. */
  moves: Move[]
  map: YardMapOf
  now: number
  /** Where a place is, as on its sign; undefined for nowhere. */
  spotOf: (of: Pick<Trailer, 'rowId' | 'spot' | 'door'>) => Spot | undefined
}

/** A warehouse's yard as this device has it. Undefined while the rows load. */
export function useYard(warehouse: string | undefined): Yard | undefined {
  const mine = useSession()?.warehouses ?? []
  const now = useNow()
  const got = useRows(
    async (db) => {
      const all = await db.warehouse_site.toArray()
      const sites = mine.length > 0 ? all.filter((s) => mine.includes(s.id)) : all
      const site = sites.find((s) => s.id === warehouse) ?? sites.find((s) => s.id === mine[0]) ?? sites[0]
      const id = site?.id ?? ''
      const [rows, trailers, moves] = await Promise.all([
        db.warehouse_yard_row.where('warehouse').equals(id).toArray(),
        db.warehouse_trailer.where('warehouse').equals(id).toArray(),
        db.warehouse_yard_move.toArray(),
      ])
      return { sites, site, rows, trailers, moves }
    },
    [warehouse, mine.join()],
  )
  const yard = useMemo(() => {
    if (!got) return undefined
    const here = new Set(got.trailers.map((t) => t.id))
    const moves = inOrder(got.moves.filter((m) => m.state === 'open' && here.has(m.trailerId)))
    const map = mapOf(got.rows, got.site?.doors ?? [], got.trailers, moves)
    const byKey = new Map(map.spots.map((s) => [s.key, s]))
    return {
      ...got,
      trailers: [...got.trailers].sort(byNumber),
      moves,
      map,
      spotOf: (of: Pick<Trailer, 'rowId' | 'spot' | 'door'>) => byKey.get(keyOf(of)),
    }
  }, [got])
  return useMemo(() => yard && { ...yard, now }, [yard, now])
}
