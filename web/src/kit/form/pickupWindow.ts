import { msg } from '@lingui/core/macro'
import type { Words } from '../words/words'

const minutes = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))

/** Half a day, in minutes: a window that ends on the day after is not longer. The server judges alike. */
const longest = 12 * 60

/** Says what is wrong with the end of a pickup window, both HH:MM. One that ends before it begins ends on the day after, as at a dock that works at night. */
export function windowWrong(to: string | undefined, from: string | undefined): Words | undefined {
  if (!to) return undefined
  if (to === from) return msg`The pickup window ends when it begins.`
  const over = from && to < from && minutes(to) + 24 * 60 - minutes(from) <= longest
  return !from || (to < from && !over) ? msg`The window ends before it begins.` : undefined
}
