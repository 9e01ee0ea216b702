import { Fragment, type Key, type ReactNode } from 'react'
import { Scrolls } from '@/kit/panel/Scrolls'
import css from './Table.module.css'

export interface Column<R> {
  head: string
  cell: (row: R, n: number) => ReactNode
  /** Figures stand under each other. */
  number?: boolean
  /** Names the row: at most one column. */
  name?: boolean
}

interface Props<R> {
  label: string
  columns: (Column<R> | false | undefined)[]
  rows: readonly R[]
  keyOf: (row: R, n: number) => Key
  caption?: ReactNode
  /** What stands out in the row: the one that was chosen, or one that does not count. */
  mark?: (row: R) => 'chosen' | 'none' | undefined
  /** What is opened below a row. */
  below?: (row: R) => ReactNode
  /** A last line: its words, and the figure under the last column. */
  sum?: { text: ReactNode; value: ReactNode }
}

/**
 * A table of some dozen rows that are read, not worked with: those stand in the list kit. It may be wider than its place, and the keyboard can scroll it
 * (WCAG 2.1.1). On a phone each row is a card, with the column's head before each cell.
 */
export function Table<R>({ label, columns, rows, keyOf, caption, mark, below, sum }: Props<R>) {
  const shown = columns.filter((c): c is Column<R> => Boolean(c))
  return (
    <Scrolls className={css.scroll} label={label}>
      <table className={css.table}>
        {caption && <caption>{caption}</caption>}
        <thead>
          <tr>
            {shown.map((c) => (
              <th key={c.head} scope="col" data-number={c.number || undefined}>
                {c.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, n) => {
            const under = below?.(row)
            return (
              <Fragment key={keyOf(row, n)}>
                <tr data-mark={mark?.(row)}>
                  {shown.map((c) => {
                    const cell = c.cell(row, n)
                    const props = { 'data-label': c.head, 'data-number': c.number || undefined, 'data-empty': !cell || undefined }
                    return c.name ? (
                      <th key={c.head} scope="row" {...props}>
                        {cell}
                      </th>
                    ) : (
                      <td key={c.head} {...props}>
                        {cell}
                      </td>
                    )
                  })}
                </tr>
                {under && (
                  <tr>
                    <td colSpan={shown.length} className={css.below}>
                      {under}
                    </td>
                  </tr>
                )}
              </Fragment>
            )
          })}
        </tbody>
        {sum && (
          <tfoot>
            <tr>
              <th scope="row" colSpan={shown.length - 1}>
                {sum.text}
              </th>
              <td data-number>{sum.value}</td>
            </tr>
          </tfoot>
        )}
      </table>
    </Scrolls>
  )
}
