import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocale } from '../format/Formats'
import { count } from '../format/measure'
import { day } from '../format/time'
import { type FileColumn, type ListSpec, rowKey, valueIn } from '../list/defineList'
import { ListScreen } from '../list/ListScreen'
import type { Called } from '../remote/useCall'
import { Table } from '../table/Table'
import { Button } from '../ui'
import { useWords } from '../words/words'
import css from './Report.module.css'

interface ReportProps<R extends object> {
  /** The table. Its columns are the file's; one whose key is no member of the row is left out of the file. */
  spec: ListSpec<R>
  /** Undefined while they load. */
  rows: readonly R[] | undefined
  of: Pick<Called<unknown>, 'remote'> & { file: ((columns: FileColumn[]) => Promise<void>) | undefined }
  span: { from: string; to: string }
  /** What else narrows the report, in words: it is printed below the title. */
  narrowed?: string | undefined
  /** What narrows it, as inputs. */
  controls: ReactNode
  /** Above the table also where it is empty: what tells why, and the way to other rows. */
  above?: ReactNode
  /** Figures and charts, above the table of rows that there are. */
  children?: ReactNode
}

/** A report as a screen: what it is narrowed to, its figures and chart, and its rows as a table, a file and on paper. */
export function ReportScreen<R extends object>({ spec, rows, of, span, narrowed, controls, above, children }: ReportProps<R>) {
  const words = useWords()
  const locale = useLocale()
  const printing = usePrinting()
  const list = useMemo(() => (of.file ? { ...spec, file: of.file } : spec), [spec, of.file])
  return (
    <div className={css.screen}>
      <div className={`${css.controls} no-print`}>{controls}</div>
      <header className={css.paper}>
        <h1>{words(spec.title)}</h1>
        <p>
          {day(span.from, locale)} – {day(span.to, locale)}
          {narrowed && ` · ${narrowed}`}
        </p>
      </header>
      {above}
      {rows && rows.length > 0 && children}
      <div className={`${css.list} no-print`}>
        <ListScreen spec={list} rows={rows} remote={of.remote}>
          <Button variant="default" disabled={!rows?.length} onClick={() => print()}>
            <Trans>Print</Trans>
          </Button>
        </ListScreen>
      </div>
      {printing && rows && <OnPaper spec={spec} rows={rows} />}
    </div>
  )
}

/** More would be a book; who needs them takes the file. */
const mostOnPaper = 2_000

/** All rows, of which the list on the screen draws only those in sight. */
function OnPaper<R extends object>({ spec, rows }: { spec: ListSpec<R>; rows: readonly R[] }) {
  const { t } = useLingui()
  const words = useWords()
  const locale = useLocale()
  const columns = spec.columns.filter((c) => !c.hidden)
  const [all, most] = [count(rows.length, locale), count(mostOnPaper, locale)]
  return (
    <div className={css.paper}>
      <Table<R>
        label={words(spec.title)}
        columns={columns.map((c) => ({
          head: words(c.label),
          number: c.as === 'number',
          cell: (row) => {
            const shown = c.cell?.(row)
            const value = shown ?? valueIn(c, row)
            return typeof value === 'number'
              ? count(value, locale)
              : c.as === 'day' && !shown
                ? day(String(value), locale)
                : Array.isArray(value)
                  ? value.join(', ')
                  : (value as ReactNode)
          },
        }))}
        rows={rows.slice(0, mostOnPaper)}
        keyOf={(row) => rowKey(spec, row)}
      />
      {rows.length > mostOnPaper && <p>{t`The first ${most} of ${all} rows. Export has all of them.`}</p>}
    </div>
  )
}

/** Whether the page is on its way to paper, by our button or the browser's own. */
function usePrinting() {
  const [printing, set] = useState(false)
  useEffect(() => {
    const on = () => flushSync(() => set(true)) // the browser takes the page as it stands when this returns
    const off = () => set(false)
    addEventListener('beforeprint', on)
    addEventListener('afterprint', off)
    return () => {
      removeEventListener('beforeprint', on)
      removeEventListener('afterprint', off)
    }
  }, [])
  return printing
}
