import type { WarehouseBlock, WarehouseBooked, WarehouseHeldDoor, WarehouseSlotTime } from '@sync/gen/api'

export const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
export const clockOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

const dayLong = 24 * 60

/** The minutes of a day that an appointment takes, or a gate's hold of a door: one that began on the day before takes them from midnight on. */
export function spanOn(day: string, b: Pick<WarehouseBooked, 'SlotDate' | 'StartTime' | 'Minutes'>): { start: number; end: number } {
  const start = minutesOf(b.StartTime) - (b.SlotDate < day ? dayLong : 0)
  return { start: Math.max(0, start), end: Math.min(dayLong, start + b.Minutes) }
}

/** The minutes of a day that a block takes. */
export function within(
  day: string,
  b: Pick<WarehouseBlock, 'FromDate' | 'FromTime' | 'UntilDate' | 'UntilTime'>,
): {
  start: number
  end: number
} {
  if (b.FromDate > day || b.UntilDate < day) return { start: 0, end: 0 }
  return { start: b.FromDate < day ? 0 : minutesOf(b.FromTime), end: b.UntilDate > day ? dayLong : minutesOf(b.UntilTime) }
}

/** What takes a door from a truck for a part of a day. */
export interface Keeps {
  blocks: readonly WarehouseBlock[]
  held: readonly WarehouseHeldDoor[]
}

/** Whether a door is blocked, or held by a gate, while an appointment would stand there. */
export function kept(day: string, door: string, start: number, minutes: number, { blocks, held }: Keeps): boolean {
  const meets = (span: { start: number; end: number }) => span.start < start + minutes && start < span.end
  return (
    blocks.some((b) => (b.Doors.length === 0 || b.Doors.includes(door)) && meets(within(day, b))) ||
    held.some((h) => h.Door === door && meets(spanOn(day, h)))
  )
}

/** The hours of a day that the scheduler draws: those of its slots and appointments, whole, or a working day where there are none. */
export function hoursOf(
  day: string,
  slots: readonly WarehouseSlotTime[],
  booked: readonly WarehouseBooked[],
): { from: number; to: number } {
  const spans = [
    ...slots.map((s) => ({ start: minutesOf(s.DisplayTimeValue), end: minutesOf(s.DisplayTimeValue) + s.SlotMinutes })),
    ...booked.map((b) => spanOn(day, b)),
  ]
  if (spans.length === 0) return { from: 8 * 60, to: 17 * 60 }
  const from = Math.min(...spans.map(({ start }) => start))
  const to = Math.max(...spans.map(({ end }) => end))
  return { from: Math.floor(from / 60) * 60, to: Math.min(dayLong, Math.ceil(to / 60) * 60) }
}

export interface Placed {
  booked: WarehouseBooked
  /** Minutes of the day. */
  start: number
  end: number
  /** Of those that overlap in a column, its place from the left, and how many stand side by side. */
  lane: number
  lanes: number
}

/** Lays the appointments of one column side by side where they overlap. */
export function placed(day: string, all: readonly WarehouseBooked[]): Placed[] {
  const sorted = all
    .map((booked) => ({ booked, ...spanOn(day, booked) }))
    .sort((a, b) => a.start - b.start || a.booked.AppointmentNumber.localeCompare(b.booked.AppointmentNumber))
  const out: Placed[] = []
  let group: Placed[] = []
  let until = -1
  const close = () => {
    const lanes = Math.max(0, ...group.map((p) => p.lane)) + 1
    for (const p of group) p.lanes = lanes
    out.push(...group)
    group = []
  }
  for (const { booked, start, end } of sorted) {
    if (start >= until) close()
    const taken = new Set(group.filter((p) => p.end > start).map((p) => p.lane))
    let lane = 0
    while (taken.has(lane)) lane++
    group.push({ booked, start, end, lane, lanes: 1 })
    until = Math.max(until, end)
  }
  close()
  return out
}

/** The slots of a day as lines: of each time, what is free in each direction. Times that are over have none. */
export function timesOf(slots: readonly WarehouseSlotTime[]) {
  const by = new Map<string, WarehouseSlotTime[]>()
  for (const s of slots) if (s.Closed !== 'past') by.set(s.DisplayTimeValue, [...(by.get(s.DisplayTimeValue) ?? []), s])
  return [...by].sort(([a], [b]) => a.localeCompare(b)).map(([start, of]) => ({ start, of }))
}
