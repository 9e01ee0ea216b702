import type { ShipmentEntryStop } from '@sync/gen/api'
import type { Line } from './load'

/** The stops once the lines are others: stops name lines by their place, so where one was taken out, those after it have moved up. */
export function restopped(stops: ShipmentEntryStop[], was: readonly Line[], now: readonly Line[]): ShipmentEntryStop[] {
  const at = was.findIndex((line, n) => line !== now[n])
  if (now.length !== was.length - 1 || now.slice(at).some((line, n) => line !== was[at + 1 + n])) return stops // typed in, added, begun anew
  const gone = at + 1
  return stops.map((s) => (s.Items ? { ...s, Items: s.Items.filter((n) => n !== gone).map((n) => (n > gone ? n - 1 : n)) } : s))
}
