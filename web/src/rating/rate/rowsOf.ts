import type { RateLine, RateParcel, RateSearch } from './search'

const figures = ['count', 'lb', 'pallets', 'length', 'width', 'height'] as const

/** How many lines, and how many rows of packages, one question may have. */
export const mostLines = 50

function listed<T extends RateLine & RateParcel>(raw: unknown): T[] | undefined {
  if (!Array.isArray(raw)) return undefined
  const rows = raw.slice(0, mostLines).flatMap((r: unknown) => {
    if (typeof r !== 'object' || r === null) return []
    const given = r as Record<string, unknown> // an object of somebody's address
    const row: RateLine & RateParcel = {}
    for (const k of figures) {
      const v = Number(given[k])
      if (Number.isFinite(v) && v > 0) row[k] = v
    }
    if (typeof given.class === 'string' || typeof given.class === 'number') row.class = String(given.class)
    return [row as T]
  })
  return rows.length > 0 ? rows : undefined
}

/** What an address says, its rows of goods judged: it may be of anybody's making. */
export function rowsOf({ more: lines, parcels: packages, ...rest }: RateSearch): RateSearch {
  const more = listed<RateLine>(lines)
  const parcels = listed<RateParcel>(packages)
  return { ...rest, ...(more ? { more } : {}), ...(parcels ? { parcels } : {}) }
}
