import { dayIn } from '@/kit/format/day'
import { isSigned, type Load } from '../load/load'
import { soonestIn } from '../load/soonest'
import type { BoardSearch, BoardState } from './search'

export interface Board {
  /** A trailer or a driver is here. */
  here: Load[]
  next: Load[]
  signed: Load[]
  void: Load[]
  carriers: { id: string; name: string; loads: number }[]
  counts: Record<BoardState, number>
}

const byDoor = new Intl.Collator('en', { numeric: true })

/** Lays the loads out as a dock works them: what stands at the doors, what comes next, what is done. `today` is the day in the warehouse's zone. */
export function boardOf(loads: readonly Load[], search: BoardSearch, today: string, zone: string | undefined): Board {
  const soonest = soonestIn(zone)
  const ofDay = (s: Load) =>
    search.on
      ? s.shipOn === search.on
      : isSigned(s) || s.state === 'void'
        ? s.shipOn >= today || (s.signedAt !== null && dayIn(zone, s.signedAt) >= today)
        : s.shipOn <= today
  const day = loads.filter((s) => s.state !== 'left' && ofDay(s))
  const carriers = new Map<string, { name: string; loads: number }>()
  for (const s of day) carriers.set(s.carrier, { name: s.carrierName || s.carrier, loads: (carriers.get(s.carrier)?.loads ?? 0) + 1 })
  const mine = day.filter((s) => !search.carrier || s.carrier === search.carrier)
  const counts = { waiting: 0, arrived: 0, loading: 0, loaded: 0, signed: 0, void: 0 }
  for (const s of mine) if (s.state !== 'left') counts[s.state]++
  const shown = mine.filter((s) => !search.state || s.state === search.state)
  return {
    here: shown
      .filter((s) => s.state === 'arrived' || s.state === 'loading' || s.state === 'loaded')
      .sort((a, b) => byDoor.compare(a.door || '~', b.door || '~') || soonest(a, b)),
    next: shown.filter((s) => s.state === 'waiting').sort(soonest),
    signed: shown.filter((s) => s.state === 'signed').sort((a, b) => (b.signedAt ?? '').localeCompare(a.signedAt ?? '')),
    void: shown.filter((s) => s.state === 'void').sort(soonest),
    carriers: [...carriers].map(([id, c]) => ({ id, ...c })).sort((a, b) => a.name.localeCompare(b.name)),
    counts,
  }
}
