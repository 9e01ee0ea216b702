import type { Ops } from '@sync/gen/api'

export type Free = Ops['CarrierPortal/Slots']['resp']['free'][number]

const minutes = (day: string, start: string) => Date.parse(`${day}T${start}:00Z`) / 60_000

/** The free times nearest to one, the earliest first: what is offered to who lost it. */
export function nearest(free: readonly Free[], to: { day: string; start: string }, most: number): Free[] {
  const at = minutes(to.day, to.start)
  const off = (f: Free) => Math.abs(minutes(f.day, f.start) - at)
  return [...free]
    .sort((a, b) => off(a) - off(b))
    .slice(0, most)
    .sort((a, b) => minutes(a.day, a.start) - minutes(b.day, b.start))
}

/** Free times by day, in order. */
export function byDay(free: readonly Free[]): { day: string; times: Free[] }[] {
  const days = new Map<string, Free[]>()
  for (const f of free) days.set(f.day, [...(days.get(f.day) ?? []), f])
  return [...days].map(([day, times]) => ({ day, times }))
}
