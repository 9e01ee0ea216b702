import { msg } from '@lingui/core/macro'
import type { AnalyticsTowerReq, ReportFilter } from '@sync/gen/api'
import { type ReportSearch, reportSearch } from '@/kit/report/search'
import type { Words } from '@/kit/words/words'

export type Tile = AnalyticsTowerReq['Tile']

/** What each tile is called, and what it counts. */
export const tiles: Record<Tile, { label: Words; counts: Words }> = {
  'due-today': { label: msg`Due today`, counts: msg`Loads that ship today and have not left.` },
  'late-pickup': { label: msg`Late pickup`, counts: msg`Outbound loads whose pickup window or ship date is over and that have not left.` },
  waiting: { label: msg`Awaiting carrier`, counts: msg`Loads that are tendered and that the carrier has not answered.` },
  'in-transit': { label: msg`In transit`, counts: msg`Loads that have left and are not delivered.` },
  'late-delivery': { label: msg`Late delivery`, counts: msg`Loads in transit whose must-arrive-by date is over.` },
  exception: { label: msg`Exceptions`, counts: msg`Loads on which a carrier or the dock noted an exception that is not resolved.` },
  delivered: { label: msg`Delivered`, counts: msg`Loads delivered in the last 7 days, today included.` },
}

export const tileNames = Object.keys(tiles) as Tile[] // its keys are the tiles

export const sides = { ship: msg`Shipping`, receive: msg`Receiving` } as const
export type Side = keyof typeof sides

export interface TowerSearch extends Pick<ReportSearch, 'warehouse' | 'from' | 'to'> {
  tile?: Tile
  side?: Side
  /** The filters as JSON. */
  filters?: string
}

/** Reads filters from an address; none where it says none that make sense. */
export function filtersOf(said: string | undefined): ReportFilter[] {
  try {
    const read: unknown = said ? JSON.parse(said) : []
    return Array.isArray(read) && read.every((f) => typeof f?.Name === 'string' && Array.isArray(f?.Values)) ? read : []
  } catch {
    return []
  }
}

/** Takes only sense from an address. */
export function towerSearch(raw: Record<string, unknown>): TowerSearch {
  const { tile, warehouse, from, to, side, filters } = reportSearch(raw, 'tile', 'side', 'filters')
  const known = tileNames.find((t) => t === tile)
  return {
    ...(warehouse ? { warehouse } : {}),
    ...(from && to ? { from, to } : {}),
    ...(known ? { tile: known } : {}),
    ...(side === 'ship' || side === 'receive' ? { side } : {}),
    ...(filters ? { filters } : {}),
  }
}
