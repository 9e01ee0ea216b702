import type { WarehouseComing } from '@sync/gen/api'

/** Stands for what is left of the days before. */
export const earlier = 'earlier'

/** A day's rows by the hour in which each begins, those of earlier days first and those without a time last. Hours in which nothing comes are left out. */
export function hoursOf<R extends Pick<WarehouseComing, 'start' | 'day'>>(rows: readonly R[], on: string): { hour: string; of: R[] }[] {
  const by = new Map<string, R[]>()
  for (const r of rows) {
    const hour = r.day < on ? earlier : r.start && `${r.start.slice(0, 2)}:00`
    by.set(hour, [...(by.get(hour) ?? []), r])
  }
  const at = (hour: string) => (hour === earlier ? '' : hour || '24')
  return [...by].map(([hour, of]) => ({ hour, of })).sort((a, b) => at(a.hour).localeCompare(at(b.hour)))
}
