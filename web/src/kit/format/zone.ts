/** The short name of a zone on a day. A pickup's window is by the warehouse's clock, whoever reads it wherever. */
export function zoneName(zone: string, on: string, locale: string): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'short' }).formatToParts(Date.parse(`${on}T12:00:00Z`))
  return parts.find((p) => p.type === 'timeZoneName')?.value ?? zone
}

/** The zone of this device. */
export const ownZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone
