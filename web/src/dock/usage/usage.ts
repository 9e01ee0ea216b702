import type { DockUsage } from '@sync/gen/api'
import type { Figure } from './search'

/** Each figure over all rows. */
export function totals(rows: readonly DockUsage[]): Record<Figure, number> {
  const all = { scans: 0, loads: 0, signatures: 0, exceptions: 0, photos: 0 }
  for (const r of rows) for (const f of Object.keys(all) as Figure[]) all[f] += r[f] // keys of this very object
  return all
}
