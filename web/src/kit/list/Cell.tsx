import type { ReactNode } from 'react'
import { Ago, DateTime, Day, Identifier, useLocale } from '../format/Formats'
import { count, type Measure, measure } from '../format/measure'
import { PageLink } from '../page/PageLink'
import { type Column, type ListSpec, valueIn } from './defineList'

/** What a cell shows: the column's own cell, or its value read as the column says. */
export function Cell<R extends object>({ spec, column, row }: { spec: ListSpec<R>; column: Column<R>; row: R }) {
  const locale = useLocale()
  const shown = column.cell ? column.cell(row) : plain(spec, column, row, locale)
  const link = column.link?.(row)
  // In an element of its own, since a bare text in a flexible box cannot be cut with an ellipsis.
  const boxed = typeof shown === 'string' ? <span title={shown.length > 18 ? shown : undefined}>{shown}</span> : shown
  // The grid is one stop of the Tab key: its cells are reached by arrows, and Enter opens what a cell leads to.
  return link ? (
    <PageLink to={link} tabIndex={-1}>
      {boxed}
    </PageLink>
  ) : (
    boxed
  )
}

function plain<R extends object>(spec: ListSpec<R>, column: Column<R>, row: R, locale: string): ReactNode {
  const value = valueIn(column, row)
  if (value === undefined || value === null || value === '') return null
  const zone = spec.zone?.(row)
  switch (column.as) {
    case 'identifier':
      return <Identifier id={String(value)} />
    case 'dateTime':
      return <DateTime at={String(value)} zone={zone} />
    case 'ago':
      return <Ago at={String(value)} zone={zone} />
    case 'day':
      return <Day text={String(value)} />
    case 'number':
      return count(Number(value), locale)
    case 'measure':
      return measure((row as Record<string, unknown>)[column.key] as Measure, locale) // `as: 'measure'` names a member that is one
    case 'list':
      return Array.isArray(value) ? value.join(', ') : String(value)
    default:
      return typeof value === 'number' ? count(value, locale) : Array.isArray(value) ? value.join(', ') : String(value)
  }
}

export const alignOf = <R,>(column: Column<R>) => (column.as === 'number' || column.as === 'measure' ? 'right' : 'left')
