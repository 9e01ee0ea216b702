const order = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/** Days of the week, every so many weeks. */
export interface Weekly {
  every: number
  days: string[]
}

/** Reads an iCalendar rule of weekdays; undefined for any other. */
export function weeklyOf(rule: string): Weekly | undefined {
  if (rule === '') return { every: 1, days: [] }
  const said = /^FREQ=WEEKLY(?:;INTERVAL=([124]))?;BYDAY=((?:MO|TU|WE|TH|FR|SA|SU)(?:,(?:MO|TU|WE|TH|FR|SA|SU))*)$/.exec(rule)
  return said ? { every: Number(said[1] ?? 1), days: (said[2] ?? '').split(',') } : undefined
}

/** Writes it; empty without a day. */
export const ruleOf = ({ every, days }: Weekly) =>
  days.length === 0 ? '' : `FREQ=WEEKLY${every > 1 ? `;INTERVAL=${every}` : ''};BYDAY=${order.filter((d) => days.includes(d)).join(',')}`
