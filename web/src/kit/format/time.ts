/** Instants come as RFC 3339 text or milliseconds; days as YYYY-MM-DD. */
export type Instant = string | number | Date

export const millis = (at: Instant) => (typeof at === 'number' ? at : at instanceof Date ? at.getTime() : Date.parse(at))

const cache = new Map<string, Intl.DateTimeFormat>()
function formatter(locale: string, options: Intl.DateTimeFormatOptions) {
  const key = locale + JSON.stringify(options)
  const found = cache.get(key) ?? new Intl.DateTimeFormat(locale, options)
  cache.set(key, found)
  return found
}

let h24: boolean | undefined

/** How the organisation reads a clock: of 24 hours, or hh:mm AM and PM. Before that is known, and for guests, as the reader's language does. */
export const setClock = (of24: boolean | undefined) => {
  h24 = of24
}

const hours = (): Intl.DateTimeFormatOptions =>
  h24 === undefined
    ? { hour: 'numeric', minute: '2-digit' }
    : h24
      ? { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
      : { hour: '2-digit', minute: '2-digit', hour12: true }

/** Whether the organisation reads a clock of 24 hours; undefined before that is known, and for guests. */
export const of24 = () => h24

/** Day and clock time with the zone's short name: a time without its zone has sent trucks to closed doors. */
export function dateTime(at: Instant | null | undefined, locale: string, zone?: string) {
  if (at === null || at === undefined || at === '') return ''
  const options: Intl.DateTimeFormatOptions = {
    month: 'short',
    day: 'numeric',
    ...hours(),
    timeZoneName: 'short',
    timeZone: zone,
  }
  if (new Date(millis(at)).getFullYear() !== new Date().getFullYear()) options.year = 'numeric'
  return formatter(locale, options).format(millis(at))
}

/** Clock time alone, for a list that is all of one day. */
export function clock(at: Instant, locale: string, zone?: string) {
  return formatter(locale, { ...hours(), timeZone: zone }).format(millis(at))
}

/** The day of the week alone, in short. */
export function weekday(at: Instant, locale: string, zone?: string) {
  return formatter(locale, { weekday: 'short', timeZone: zone }).format(millis(at))
}

/** A calendar day. Its text holds no zone, so none is applied: it is the same day everywhere. */
export function day(text: string | null | undefined, locale: string) {
  if (!text) return ''
  const options: Intl.DateTimeFormatOptions = { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' }
  if (Number(text.slice(0, 4)) !== new Date().getFullYear()) options.year = 'numeric'
  return formatter(locale, options).format(Date.parse(`${text}T00:00:00Z`))
}

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

/** "4 minutes ago", "in 2 hours"; under a minute "now". */
export function ago(at: Instant, locale: string, now = Date.now()) {
  const past = millis(at) - now
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' })
  for (const [unit, ms] of steps) if (Math.abs(past) >= ms) return relative.format(Math.trunc(past / ms), unit)
  return relative.format(0, 'second')
}

/** A span in the shortest honest form: "38 min", "2 h 5 min". */
export function span(ms: number, locale: string) {
  const minutes = Math.max(0, Math.round(ms / 60_000))
  const unit = (n: number, u: 'minute' | 'hour' | 'day') =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: u, unitDisplay: 'short' }).format(n)
  if (minutes < 60) return unit(minutes, 'minute')
  if (minutes < 48 * 60)
    return minutes % 60 ? `${unit(Math.floor(minutes / 60), 'hour')} ${unit(minutes % 60, 'minute')}` : unit(minutes / 60, 'hour')
  return unit(Math.round(minutes / 1440), 'day')
}
