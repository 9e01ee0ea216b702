import type { ShipmentEntryStop } from '@sync/gen/api'
import type { Line } from './load'

/** The stops once the lines are others: stops name lines by their place, so where one was taken out or put in between, those after it have moved. */
export function restopped(stops: ShipmentEntryStop[], was: readonly Line[], now: readonly Line[]): ShipmentEntryStop[] {
  const at = was.findIndex((line, n) => line !== now[n])
  if (at < 0) return stops // added at the end
  const [out, into] = now.length < was.length ? [1, 0] : [0, 1]
  const [left, right] = [was.slice(at + out), now.slice(at + into)]
  if (left.length !== right.length || left.some((line, n) => line !== right[n])) return stops // typed in, begun anew
  const moved = (n: number) => (n <= at ? n : n - out + into)
  return stops.map((s) => (s.Items ? { ...s, Items: s.Items.filter((n) => !out || n !== at + 1).map(moved) } : s))
}
