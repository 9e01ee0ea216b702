import type { OrderTemplateColumn } from '@sync/gen/api'
import { type GridColumn, lockedIn, neededIn } from '@/kit/grid/column'
import type { Line } from '../multiple/lines'

/** The columns of a template: its choice among all that there are, under the organisation's own words, with what it wants of them. */
export const templateColumns =
  (chosen: readonly OrderTemplateColumn[]) =>
  (every: readonly GridColumn<Line>[]): GridColumn<Line>[] =>
    chosen.flatMap((c, n) => {
      const column = every.find((e) => e.key === c.key)
      if (!column) return []
      return [
        {
          ...column,
          ...(c.label ? { label: c.label } : {}),
          ...(c.width ? { width: c.width } : {}),
          frozen: n === 0,
          locked: (l) => c.locked || lockedIn(column, l),
          required: (l) => neededIn(column, l) || (c.required && !lockedIn(column, l)),
        } satisfies GridColumn<Line>,
      ]
    })
