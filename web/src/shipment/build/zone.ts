/** How far a zone's clocks are ahead of UTC at an instant, in milliseconds. */
function ahead(at: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at)
  const part = (type: string) => Number(parts.find((p) => p.type === type)?.value)
  const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return shown - Math.floor(at / 1000) * 1000
}

/** The instant at which a warehouse's clock shows a local time such as 2026-11-25T14:30. An hour that the spring skips counts on from before it. */
export function instantAt(local: string, zone: string): string {
  const shown = Date.parse(`${local}Z`)
  const near = shown - ahead(shown, zone)
  return new Date(shown - ahead(near, zone)).toISOString()
}

/** What a warehouse's clock shows at an instant, as an input of date and time takes it. */
export function localAt(at: string | number, zone: string): string {
  const ms = typeof at === 'number' ? at : Date.parse(at)
  return new Date(ms + ahead(ms, zone)).toISOString().slice(0, 16)
}
