import { Trans } from '@lingui/react/macro'
import type { AnalyticsCustomReq } from '@sync/gen/api'
import type { InputProps } from '@/kit/form/defineForm'
import { PlainSelect } from '@/kit/plain/Plain'
import { useWords } from '@/kit/words/words'
import { subjects } from '../reports/subjects'
import { Conditions } from '../views/Conditions'
import { useSubjects } from '../views/LayoutInput'
import css from '../views/Views.module.css'

/** Which rows a report sums up. */
export type Rows = Required<Pick<AnalyticsCustomReq, 'Report' | 'Filters'>>

/** The report whose rows are summed up, and which of them. */
export function RowsInput({ id, error, errors = {}, disabled = false, value, onChange }: InputProps<Rows>) {
  const words = useWords()
  const allowed = useSubjects()
  const rows = value ?? { Report: allowed[0] ?? 'shipments', Filters: [] }
  const inFilters = Object.fromEntries(
    Object.entries(errors).flatMap(([path, said]) => (path.startsWith('.Filters') ? [[path.slice('.Filters'.length), said]] : [])),
  )
  return (
    <div id={id} tabIndex={-1} className={css.layout} data-span={12}>
      <label className={css.label} htmlFor={`${id}.Report`}>
        <Trans>Report</Trans>{' '}
        <PlainSelect
          id={`${id}.Report`}
          disabled={disabled}
          value={rows.Report}
          onChange={(e) => {
            const subject = allowed.find((s) => s === e.currentTarget.value)
            if (subject) onChange({ Report: subject, Filters: [] })
          }}
        >
          {[...new Set([...allowed, rows.Report])].map((s) => (
            <option key={s} value={s}>
              {words(subjects[s].label)}
            </option>
          ))}
        </PlainSelect>
      </label>
      <p className={css.quiet}>{words(subjects[rows.Report].how)}</p>
      <fieldset className={css.part} id={`${id}.Filters`} tabIndex={-1}>
        <legend>
          <Trans>Filters: a row meets all of them</Trans>
        </legend>
        <Conditions
          id={`${id}.Filters`}
          subject={rows.Report}
          value={rows.Filters}
          onChange={(Filters) => onChange({ ...rows, Filters })}
          errors={inFilters}
          disabled={disabled}
        />
      </fieldset>
      {error && Object.keys(inFilters).length === 0 && (
        <p role="alert" className={css.wrong}>
          {error}
        </p>
      )}
    </div>
  )
}
