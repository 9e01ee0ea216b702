import type { WarehouseClientLoad } from '@sync/gen/api'
import { inUnit } from '@/kit/format/measure'

/** What some loads are together: pieces, pallets, and the weight in one unit. */
export function totalsOf(loads: readonly Pick<WarehouseClientLoad, 'pieces' | 'pallets' | 'weight'>[], unit: string) {
  let pieces = 0
  let pallets = 0
  let milli = 0
  for (const l of loads) {
    pieces += l.pieces
    pallets += l.pallets
    milli += (l.weight.unit && inUnit(l.weight, unit)?.milli) || 0
  }
  return { loads: loads.length, pieces, pallets, weight: { milli, unit } }
}
