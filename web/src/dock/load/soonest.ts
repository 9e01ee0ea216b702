import { localAt } from '@/kit/format/day'
import type { Load } from './load'

/** Orders loads by when they are due, the soonest first: by the time that was agreed, or else the end of their day at the warehouse. */
export function soonestIn(zone: string | undefined) {
  const due = (s: Load) => (s.dueAt ? localAt(s.dueAt, zone) : `${s.shipOn}T24:00`)
  return (a: Load, b: Load) => {
    const [x, y] = [due(a), due(b)]
    return x < y || (x === y && a.bol < b.bol) ? -1 : 1
  }
}
