import { msg } from '@lingui/core/macro'
import type { AnalyticsTemplate } from '@sync/gen/api'
import type { Column, ListSpec } from '@/kit/list/defineList'
import type { Words } from '@/kit/words/words'
import type { Line, Subject } from '../reports/search'
import { linesList } from '../reports/subjects'
import type { Compared } from './search'

/** The columns that a view of a report can have, by their key: those of the report's own table, and the carrier's code. */
export const viewColumns = (subject: Subject, words: (w: Words) => string, locale: string): Column<Line>[] => [
  ...linesList(subject, words, locale).columns,
  { key: 'carrier', label: msg`SCAC`, as: 'identifier', width: 90 },
]

/** A view as a list: its columns in its order; the report's others are there to be chosen. */
export function viewList(of: AnalyticsTemplate, words: (w: Words) => string, locale: string): ListSpec<Line> {
  const every = viewColumns(of.Report, words, locale)
  const shown = of.ViewColumns.flatMap((key) => every.filter((c) => c.key === key)).map(({ hidden: _, ...c }, n) =>
    n < 4 ? { ...c, phone: true } : c,
  )
  const others = every.filter((c) => !of.ViewColumns.includes(c.key)).map((c) => ({ ...c, hidden: true }))
  const columns = [...shown, ...others]
  return {
    ...linesList(of.Report, words, locale),
    name: `view-${of.TemplateId}`,
    title: of.TemplateName,
    columns,
    filters: ['state', 'carrierName', 'warehouse', 'mode'].filter((key) => of.ViewColumns.includes(key)),
    sort: [{ id: of.OrderBy || 'day', desc: of.OrderBy ? of.Descending : true }],
    empty: msg`No rows meet these filters in this period.`,
  }
}

export const comparisons: Record<Compared, Words> = {
  is: msg`is`,
  'is-not': msg`is not`,
  contains: msg`contains`,
  'at-least': msg`is at least`,
  'at-most': msg`is at most`,
  empty: msg`is empty`,
  filled: msg`is not empty`,
}

/** The comparisons that make sense of a column. */
export const comparisonsOf = (column: Pick<Column<Line>, 'as'> | undefined): Compared[] =>
  column?.as === 'number'
    ? ['at-least', 'at-most', 'is', 'is-not', 'empty', 'filled']
    : column?.as === 'day'
      ? ['is', 'is-not', 'at-least', 'at-most']
      : ['is', 'is-not', 'contains', 'empty', 'filled']

export const isBare = (is: Compared) => is === 'empty' || is === 'filled'

/** A number as the server reads it: with a point, where the reader's language writes a comma. */
export const decimalOf = (typed: string, locale: string): string =>
  new Intl.NumberFormat(locale).formatToParts(1.5).some((p) => p.type === 'decimal' && p.value === ',') ? typed.replace(',', '.') : typed
