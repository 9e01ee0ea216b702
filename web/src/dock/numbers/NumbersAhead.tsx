import { useNumbersAhead } from './useNumbers'

/** Shows nothing: while it is there, the tablet takes numbers ahead whenever it can. */
export function NumbersAhead() {
  useNumbersAhead()
  return null
}
