import { Trans, useLingui } from '@lingui/react/macro'
import type { AnalyticsCondition } from '@sync/gen/api'
import { useLocale } from '@/kit/format/Formats'
import { PlainButton, PlainInput, PlainSelect } from '@/kit/plain/Plain'
import { useWords } from '@/kit/words/words'
import type { Subject } from '../reports/search'
import { subjects } from '../reports/subjects'
import { comparisons, comparisonsOf, decimalOf, isBare, viewColumns } from './columns'
import css from './Views.module.css'

interface ConditionsProps {
  subject: Subject
  value: readonly AnalyticsCondition[]
  onChange: (value: AnalyticsCondition[]) => void
  /** What is wrong, by its path: "[1].Value". */
  errors?: Record<string, string>
  /** Where its inputs are named for what is wrong. */
  id: string
  disabled?: boolean
}

/** As many as the server takes. */
const most = 10

/** Which rows are shown: those that meet all of these. */
export function Conditions({ subject, value, onChange, errors = {}, id, disabled = false }: ConditionsProps) {
  const { t } = useLingui()
  const words = useWords()
  const locale = useLocale()
  const columns = viewColumns(subject, words, locale)
  const set = (n: number, part: Partial<AnalyticsCondition>) => onChange(value.map((c, i) => (i === n ? { ...c, ...part } : c)))
  const states = Object.entries(subjects[subject].states)
  return (
    <div className={css.conditions}>
      {value.map((c, n) => {
        const number = n + 1
        const column = columns.find((x) => x.key === c.Key)
        const wrong = errors[`[${n}].Value`] ?? errors[`[${n}].Is`] ?? errors[`[${n}].Key`]
        const said = { 'aria-invalid': wrong ? true : undefined, 'aria-describedby': wrong ? `${id}[${n}]-wrong` : undefined, disabled }
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a filter has no key of its own; one that goes takes its inputs with it
          <fieldset key={n} className={css.condition}>
            <legend className="sr-only">
              <Trans>Filter {number}</Trans>
            </legend>
            <PlainSelect
              {...said}
              id={`${id}[${n}].Key`}
              aria-label={t`Column`}
              value={c.Key}
              onChange={(e) => {
                const next = columns.find((x) => x.key === e.currentTarget.value)
                const [first = 'is'] = comparisonsOf(next)
                set(n, { Key: e.currentTarget.value, Is: comparisonsOf(next).includes(c.Is) ? c.Is : first, Value: '' })
              }}
            >
              {columns.map((x) => (
                <option key={x.key} value={x.key}>
                  {words(x.label)}
                </option>
              ))}
            </PlainSelect>
            <PlainSelect
              {...said}
              id={`${id}[${n}].Is`}
              aria-label={t`Comparison`}
              value={c.Is}
              onChange={(e) => {
                const is = comparisonsOf(column).find((x) => x === e.currentTarget.value)
                if (is) set(n, isBare(is) ? { Is: is, Value: '' } : { Is: is })
              }}
            >
              {comparisonsOf(column).map((is) => (
                <option key={is} value={is}>
                  {words(comparisons[is])}
                </option>
              ))}
            </PlainSelect>
            {isBare(c.Is) ? (
              <span />
            ) : c.Key === 'state' && c.Is !== 'contains' ? (
              <PlainSelect
                {...said}
                id={`${id}[${n}].Value`}
                aria-label={t`Value`}
                value={c.Value ?? ''}
                onChange={(e) => set(n, { Value: e.currentTarget.value })}
              >
                <option value="" />
                {states.map(([code, label]) => (
                  <option key={code} value={code}>
                    {words(label)}
                  </option>
                ))}
              </PlainSelect>
            ) : (
              <PlainInput
                {...said}
                id={`${id}[${n}].Value`}
                aria-label={t`Value`}
                type={column?.as === 'day' ? 'date' : 'text'}
                inputMode={column?.as === 'number' ? 'decimal' : undefined}
                placeholder={c.Key === 'weight' ? 'lb' : undefined}
                maxLength={120}
                value={c.Value ?? ''}
                onChange={(e) =>
                  set(n, { Value: column?.as === 'number' ? decimalOf(e.currentTarget.value, locale) : e.currentTarget.value })
                }
              />
            )}
            <PlainButton
              disabled={disabled}
              aria-label={t`Remove filter ${number}`}
              onClick={() => onChange(value.filter((_, i) => i !== n))}
            >
              ×
            </PlainButton>
            {wrong && (
              <p id={`${id}[${n}]-wrong`} role="alert" className={css.wrong}>
                {wrong}
              </p>
            )}
          </fieldset>
        )
      })}
      <PlainButton disabled={disabled || value.length >= most} onClick={() => onChange([...value, { Key: 'state', Is: 'is', Value: '' }])}>
        <Trans>Add filter</Trans>
      </PlainButton>
    </div>
  )
}
