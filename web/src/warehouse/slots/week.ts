import type { WarehouseSlot } from '@sync/gen/api'

export const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const

/** The slots of a week as a table: a line for each time of day at which one begins, on whatever weekday. */
export function weekOf(slots: readonly WarehouseSlot[]) {
  const starts = [...new Set(slots.map((s) => s.DisplayTimeValue))].sort()
  const at = new Map(slots.map((s) => [`${s.Weekday} ${s.DisplayTimeValue}`, s]))
  return starts.map((start) => ({ start, days: weekdays.map((day) => at.get(`${day} ${start}`)) }))
}
