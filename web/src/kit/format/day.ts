import { type Instant, millis } from './time'

/** The clocks of zones, by name; '' is the device's own. Making one takes far longer than asking it. */
const clocks = new Map<string, Intl.DateTimeFormat>()
function clockOf(zone = '') {
  const found =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('en-US', {
      ...(zone ? { timeZone: zone } : {}),
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  clocks.set(zone, found)
  return found
}

/**
 * How far a zone's clocks are ahead of UTC at an instant, in milliseconds. It reads the parts of a formatted time, never its text: two engines,
 * and two versions of one, write the same locale differently.
 */
function ahead(at: number, zone?: string): number {
  const parts = clockOf(zone).formatToParts(at)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((p) => p.type === type)?.value)
  const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return shown - Math.floor(at / 1000) * 1000
}

/** The instant at which a warehouse's clock shows a local time such as 2026-11-25T14:30. An hour that the spring skips counts on from before it. */
export function instantAt(local: string, zone?: string): string {
  const shown = Date.parse(`${local}Z`)
  const near = shown - ahead(shown, zone)
  return new Date(shown - ahead(near, zone)).toISOString()
}

/** What a zone's clock shows at an instant, as an input of date and time takes it. Without a zone, the device's own. */
export function localAt(at: Instant, zone?: string): string {
  const ms = millis(at)
  return new Date(ms + ahead(ms, zone)).toISOString().slice(0, 16)
}

/** The calendar day in a zone at an instant, as YYYY-MM-DD: days compare as texts. Without a zone, the device's own. */
export const dayIn = (zone: string | undefined, at: Instant): string => localAt(at, zone).slice(0, 10)

/** The calendar day in Hawaii, where America's days end last: what was due on an earlier one is late wherever it was due. */
export const earliestDay = (now: number): string => dayIn('Pacific/Honolulu', now)

/** The calendar day so many days after another. */
export const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
