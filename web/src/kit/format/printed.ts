import { type Instant, millis } from './time'

/** Day and clock time to the second with the zone, in the locale's own order: as a document shows when it was signed. */
export function exactTime(at: Instant, locale: string, zone?: string) {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'long', timeZone: zone }).format(millis(at))
}

/** A calendar day with its year always: it is held against what is printed on the goods. */
export function printedDay(text: string, locale: string) {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(`${text}T00:00:00Z`))
}
