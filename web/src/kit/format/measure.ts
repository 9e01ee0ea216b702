/** A measure keeps what was entered: thousandths of its unit, as the wire spells it. */
export interface Measure {
  milli: number
  unit: string
}

/** Our Spanish is North America's: in Madrid's way of writing, 14.388 lb, a driver from Laredo reads fourteen pounds. */
export const written = (locale: string) => (locale === 'es' ? 'es-US' : locale)

const decimals = (locale: string) => new Intl.NumberFormat(written(locale), { maximumFractionDigits: 3 })

/** "18,420 lb": the number as entered, in the unit that it was entered in. */
export function measure(m: Measure | null | undefined, locale: string) {
  return m ? `${decimals(locale).format(m.milli / 1000)} ${m.unit}` : ''
}

const pounds: Record<string, number> = { lb: 1, kg: 2.2046226218, ton: 2000, oz: 1 / 16 }

/** The same weight in another unit, for reading beside the first; undefined where a factor is not known. */
export function inUnit(m: Measure, unit: string): Measure | undefined {
  const from = pounds[m.unit]
  const to = pounds[unit]
  return from && to ? { milli: Math.round((m.milli * from) / to), unit } : undefined
}

/**
 * Minor units to money text, as the documents have it: "$ 612.40", of other currencies "612.40 CAD", and decimals where there are any. The currency's own number of
 * decimals decides where the point goes.
 */
export function money(minor: number | null | undefined, currency: string, locale: string) {
  if (minor === null || minor === undefined) return ''
  const digits = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  const whole = minor % 10 ** digits === 0
  const figure = new Intl.NumberFormat(written(locale), {
    minimumFractionDigits: whole ? 0 : digits,
    maximumFractionDigits: digits,
  }).format(Math.abs(minor) / 10 ** digits)
  const sign = minor < 0 ? '-' : ''
  return currency === 'USD' ? `${sign}$\u00a0${figure}` : `${sign}${figure}\u00a0${currency}`
}

export const count = (n: number, locale: string) => new Intl.NumberFormat(written(locale)).format(n)

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** How large a file is, in the reader's words. */
export function bytes(n: number, locale: string): string {
  const step = n < 1000 ? 0 : n < 1_000_000 ? 1 : n < 1_000_000_000 ? 2 : 3
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: byteUnits[step],
    unitDisplay: 'short',
    maximumFractionDigits: step >= 2 ? 1 : 0,
  }).format(n / 1000 ** step)
}
