import { msg } from '@lingui/core/macro'
import { weekday } from '@/kit/format/time'
import type { Words } from '@/kit/words/words'

const order = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/** Which of a month: the first to the fourth, or counted from its end. */
const nths: Record<string, Words> = {
  '1': msg`1st`,
  '2': msg`2nd`,
  '3': msg`3rd`,
  '4': msg`4th`,
  '-1': msg`last`,
  '-2': msg`2nd to last`,
  '-3': msg`3rd to last`,
  '-4': msg`4th to last`,
}

/** The parts of an iCalendar rule by name; of those that say days the server takes no others. */
export const partsOf = (rule: string): Record<string, string> =>
  Object.fromEntries(
    rule
      .replace(/^RRULE:/, '')
      .split(';')
      .map((part) => part.split('=', 2))
      .filter((part): part is [string, string] => part.length === 2),
  )

/** Says a rule as people do: "Every 2 weeks: Mon, Thu". A rule that it cannot say is given as it stands. */
export function sayRule(rule: string, words: (w: Words) => string, locale: string): string {
  const said = partsOf(rule)
  const every = Number(said.INTERVAL ?? 1)
  const list = (of: string[]) => new Intl.ListFormat(locale, { type: 'unit' }).format(of)
  // 2024-01-01 was a Monday.
  const name = (day: string) => weekday(`2024-01-0${order.indexOf(day) + 1}T12:00:00Z`, locale, 'UTC')
  const nth = (n: string) => words(nths[n] ?? n)
  const days = (said.BYDAY ?? '')
    .split(',')
    .filter(Boolean)
    .map((d) => {
      const [, n, day] = /^([+-]?\d+)?([A-Z]{2})$/.exec(d) ?? []
      return day === undefined || !order.includes(day) ? undefined : n === undefined ? name(day) : `${nth(String(Number(n)))} ${name(day)}`
    })
  if (days.includes(undefined)) return rule
  const on = list(days as string[]) // none is undefined, above
  const dates = (said.BYMONTHDAY ?? '').split(',').filter(Boolean)
  const of = [
    ...dates.map((n) => (Number(n) < 0 ? words(msg`${nth(n)} day`) : words(msg`day ${Number(n)}`))),
    ...(said.BYSETPOS ? said.BYSETPOS.split(',').map((n) => words(msg`${nth(String(Number(n)))} of ${on}`)) : on ? [on] : []),
  ]
  const when = list(of)
  const base: Record<string, Words> = {
    DAILY: every === 1 ? msg`Daily` : msg`Every ${every} days`,
    WEEKLY: every === 1 ? msg`Weekly` : msg`Every ${every} weeks`,
    MONTHLY: every === 1 ? msg`Monthly` : msg`Every ${every} months`,
  }
  const how = base[said.FREQ ?? '']
  if (!how) return rule
  const text = when ? `${words(how)}: ${when}` : words(how)
  if (said.COUNT) return words(msg`${text}, ${Number(said.COUNT)} times`)
  const until = /^(\d{4})(\d\d)(\d\d)/.exec(said.UNTIL ?? '')
  return until ? words(msg`${text}, until ${`${until[1]}-${until[2]}-${until[3]}`}`) : text
}
