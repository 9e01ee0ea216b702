import { of24 } from './time'

/** 13:05 or 13:05:00 as 01:05 PM; any other text as it is. */
export function twelve(text: string): string {
  const m = /^([01]\d|2[0-3]):([0-5]\d)(:[0-5]\d)?$/.exec(text)
  if (!m) return text
  const h = Number(m[1])
  return `${String(h % 12 || 12).padStart(2, '0')}:${m[2]} ${h >= 12 ? 'PM' : 'AM'}`
}

/** A time of day as the wire has it, 13:05, in the organisation's way. */
export const timeOfDay = (text: string) => (of24() === false ? twelve(text) : text)

/** A window of the day: 11:00–15:30. */
export const windowOf = (from: string | undefined, to: string | undefined) =>
  [from, to]
    .filter((t) => t)
    .map((t) => timeOfDay(t ?? ''))
    .join('–')
