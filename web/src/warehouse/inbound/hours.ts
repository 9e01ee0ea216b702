import type { WarehouseComing } from '@sync/gen/api'

/** The rows by the hour in which each begins, those without a time last. Hours in which nothing comes are left out. */
export function hoursOf<R extends Pick<WarehouseComing, 'start'>>(rows: readonly R[]): { hour: string; of: R[] }[] {
  const by = new Map<string, R[]>()
  for (const r of rows) {
    const hour = r.start && `${r.start.slice(0, 2)}:00`
    by.set(hour, [...(by.get(hour) ?? []), r])
  }
  return [...by].map(([hour, of]) => ({ hour, of })).sort((a, b) => (a.hour || '24').localeCompare(b.hour || '24'))
}
