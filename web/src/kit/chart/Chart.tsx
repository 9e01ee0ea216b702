import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { useLocale } from '../format/Formats'
import { count } from '../format/measure'
import { late } from '../later/late'
import { Table } from '../table/Table'
import css from './Chart.module.css'
import { type ChartProps, ends } from './scale'

// The charting library is fetched with the first chart, not with a screen.
const Drawing = late(() => import('./Drawing').then((m) => m.Drawing), <div className={css.space} aria-busy="true" />)

/** A chart: a picture whose marks lead to what is behind them, what it says in a sentence, and its figures as a table. */
export function Chart(props: ChartProps) {
  const { title, marks, heads, pick } = props
  const { t } = useLingui()
  const locale = useLocale()
  const id = useId()
  const write = props.write ?? ((n: number) => count(n, locale))
  const far = ends(marks)
  const high = far && { value: write(far.high.value ?? 0), label: far.high.label }
  const low = far && { value: write(far.low.value ?? 0), label: far.low.label }
  const noted = marks.some((m) => m.note)
  return (
    <figure className={css.chart} aria-labelledby={id}>
      <figcaption id={id}>
        <strong>{title}</strong>{' '}
        {!high || !low ? (
          <Trans>No figures in this period.</Trans>
        ) : high.value === low.value ? (
          marks.length > 1 && <Trans>All at {high.value}.</Trans>
        ) : (
          <Trans>
            Highest {high.value} ({high.label}), lowest {low.value} ({low.label}).
          </Trans>
        )}
      </figcaption>
      {far && <Drawing {...props} write={write} />}
      {far && (
        <details className="no-print">
          <summary>
            <Trans>Figures as a table</Trans>
          </summary>
          <Table
            label={title}
            columns={[
              {
                head: heads.label,
                name: true,
                cell: (m) =>
                  pick && m.value !== undefined ? (
                    <button type="button" className={css.link} onClick={() => pick(m.key)}>
                      {m.label}
                    </button>
                  ) : (
                    m.label
                  ),
              },
              { head: heads.value, number: true, cell: (m) => (m.value === undefined ? t`None` : write(m.value)) },
              noted && { head: heads.note ?? '', number: true, cell: (m) => m.note },
            ]}
            rows={marks}
            keyOf={(m) => m.key}
          />
        </details>
      )}
    </figure>
  )
}
