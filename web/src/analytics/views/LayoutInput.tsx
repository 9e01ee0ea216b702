import { Trans, useLingui } from '@lingui/react/macro'
import type { AnalyticsTemplateReq } from '@sync/gen/api'
import type { InputProps } from '@/kit/form/defineForm'
import { useLocale } from '@/kit/format/Formats'
import { PlainButton, PlainSelect } from '@/kit/plain/Plain'
import { useCan } from '@/kit/remote/can'
import { useWords } from '@/kit/words/words'
import { type Subject, subjectNames } from '../reports/search'
import { subjects } from '../reports/subjects'
import { Conditions } from './Conditions'
import { viewColumns } from './columns'
import css from './Views.module.css'

/** What of a template depends on its report. */
export type Layout = Required<Pick<AnalyticsTemplateReq, 'Report' | 'ViewColumns' | 'OrderBy' | 'Descending' | 'Filters'>>

export const freshLayout = (subject: Subject): Layout => ({
  Report: subject,
  ViewColumns: ['shipment', 'day', 'state', 'carrierName'],
  OrderBy: 'day',
  Descending: true,
  Filters: [],
})

/** The reports that the user sees something of. */
export function useSubjects(): Subject[] {
  const can = { money: useCan('see-money'), claims: useCan('see-claims') }
  return subjectNames.filter((s) => {
    const { right } = subjects[s]
    return right === 'see-reports' || (right === 'see-money' ? can.money : can.claims)
  })
}

/** Which report a view is of, its columns and their order, its filters, and what it is sorted by. */
export function LayoutInput({ id, error, errors = {}, disabled = false, value, onChange }: InputProps<Layout>) {
  const { t } = useLingui()
  const words = useWords()
  const locale = useLocale()
  const allowed = useSubjects()
  const layout = value ?? freshLayout('shipments')
  const every = viewColumns(layout.Report, words, locale)
  const shown = layout.ViewColumns.flatMap((key) => every.filter((c) => c.key === key))
  const rows = [...shown, ...every.filter((c) => !layout.ViewColumns.includes(c.key))]
  const set = (part: Partial<Layout>) => onChange({ ...layout, ...part })
  const choose = (subject: Subject) => {
    const has = new Set(viewColumns(subject, words, locale).map((c) => c.key))
    set({
      Report: subject,
      ViewColumns: layout.ViewColumns.filter((key) => has.has(key)),
      OrderBy: has.has(layout.OrderBy) ? layout.OrderBy : 'day',
      Filters: layout.Filters.filter((c) => has.has(c.Key)).map((c) => (c.Key === 'state' ? { ...c, Value: '' } : c)), // its states are others
    })
  }
  const move = (n: number, by: number) => {
    const next = [...layout.ViewColumns]
    const [one] = next.splice(n, 1)
    if (one) next.splice(n + by, 0, one)
    set({ ViewColumns: next })
  }
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
          value={layout.Report}
          onChange={(e) => {
            const subject = allowed.find((s) => s === e.currentTarget.value)
            if (subject) choose(subject)
          }}
        >
          {[...new Set([...allowed, layout.Report])].map((s) => (
            <option key={s} value={s}>
              {words(subjects[s].label)}
            </option>
          ))}
        </PlainSelect>
      </label>
      <p className={css.quiet}>{words(subjects[layout.Report].how)}</p>
      <fieldset className={css.part} id={`${id}.ViewColumns`} tabIndex={-1}>
        <legend>
          <Trans>Columns</Trans>
        </legend>
        <ul className={css.columns}>
          {rows.map((c, n) => {
            const label = words(c.label)
            const on = n < shown.length
            return (
              <li key={c.key}>
                <label>
                  <input
                    type="checkbox"
                    disabled={disabled}
                    checked={on}
                    onChange={(e) =>
                      set({
                        ViewColumns: e.currentTarget.checked
                          ? [...layout.ViewColumns, c.key]
                          : layout.ViewColumns.filter((key) => key !== c.key),
                      })
                    }
                  />
                  {label}
                </label>
                {on && (
                  <>
                    <PlainButton disabled={disabled || n === 0} onClick={() => move(n, -1)} aria-label={t`Move ${label} up`}>
                      ↑
                    </PlainButton>
                    <PlainButton
                      disabled={disabled || n === shown.length - 1}
                      onClick={() => move(n, 1)}
                      aria-label={t`Move ${label} down`}
                    >
                      ↓
                    </PlainButton>
                  </>
                )}
              </li>
            )
          })}
        </ul>
      </fieldset>
      <fieldset className={css.part} id={`${id}.OrderBy`} tabIndex={-1}>
        <legend>
          <Trans>Order</Trans>
        </legend>
        <div className={css.pair}>
          <PlainSelect
            aria-label={t`Sort by`}
            disabled={disabled}
            value={layout.OrderBy}
            onChange={(e) => set({ OrderBy: e.currentTarget.value })}
          >
            {every.map((c) => (
              <option key={c.key} value={c.key}>
                {words(c.label)}
              </option>
            ))}
          </PlainSelect>
          <PlainSelect
            aria-label={t`Direction`}
            disabled={disabled}
            value={layout.Descending ? 'desc' : 'asc'}
            onChange={(e) => set({ Descending: e.currentTarget.value === 'desc' })}
          >
            <option value="asc">{t`Smallest or earliest first`}</option>
            <option value="desc">{t`Largest or latest first`}</option>
          </PlainSelect>
        </div>
      </fieldset>
      <fieldset className={css.part} id={`${id}.Filters`} tabIndex={-1}>
        <legend>
          <Trans>Filters: a row meets all of them</Trans>
        </legend>
        <Conditions
          id={`${id}.Filters`}
          subject={layout.Report}
          value={layout.Filters}
          onChange={(Filters) => set({ Filters })}
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
