import { choice } from './inputs'

/** A time zone by its IANA name. */
export const Zone = choice(Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value.replaceAll('_', ' ') })))
