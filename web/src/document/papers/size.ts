const units = ['byte', 'kilobyte', 'megabyte'] as const

/** How large a file is, in the reader's words. */
export function size(bytes: number, locale: string): string {
  const step = bytes < 1000 ? 0 : bytes < 1_000_000 ? 1 : 2
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[step],
    unitDisplay: 'short',
    maximumFractionDigits: step === 2 ? 1 : 0,
  }).format(bytes / 1000 ** step)
}
