import { Trans, useLingui } from '@lingui/react/macro'
import type { RuleCondition } from '@sync/gen/api'
import type { InputProps } from '@/kit/form/defineForm'
import { Button, MultiSelect, Select, TagsInput, TextInput } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import { useSiteChoices } from '@/warehouse/public'
import css from './Rule.module.css'
import { closed, type Field, fieldWords, isNumber, type Operator, operatorsOf, operatorWords } from './words'

const blank: RuleCondition = { Field: 'weight', Operator: 'at-least', Values: [] }

/** What freight must be for the rule to count: field, comparison, value. */
export function ConditionsInput({ id, label, hint, error, errors = {}, disabled, value = [], onChange }: InputProps<RuleCondition[]>) {
  const words = useWords()
  const { t } = useLingui()
  const set = (n: number, part: Partial<RuleCondition>) => onChange(value.map((c, i) => (i === n ? { ...c, ...part } : c)))
  return (
    <fieldset id={id} tabIndex={-1} className={css.conditions} disabled={disabled}>
      <legend>{label}</legend>
      {value.length === 0 && hint && <p className={css.quiet}>{words(hint)}</p>}
      {value.map((c, n) => {
        const number = n + 1
        const operators = operatorsOf(c.Field)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no key; one that goes takes its fields with it
          <div key={n} className={css.condition}>
            <Select
              id={`${id}[${n}].Field`}
              aria-label={t`Field of condition ${number}`}
              allowDeselect={false}
              searchable
              error={errors[`[${n}].Field`]}
              data={
                (Object.keys(fieldWords) as Field[]).map((f) => ({ value: f, label: words(fieldWords[f]) })) /* keys of the record above */
              }
              value={c.Field}
              onChange={(f) => {
                const field = (f ?? c.Field) as Field // one of the options above
                set(n, { Field: field, Operator: operatorsOf(field)[0] ?? 'is', Values: [] })
              }}
            />
            <Select
              id={`${id}[${n}].Operator`}
              aria-label={t`Comparison of condition ${number}`}
              allowDeselect={false}
              error={errors[`[${n}].Operator`]}
              data={operators.map((o) => ({ value: o, label: words(operatorWords[o]) }))}
              value={c.Operator}
              onChange={(o) => set(n, { Operator: (o ?? c.Operator) as Operator /* one of the options above */ })}
            />
            <Values
              id={`${id}[${n}].Values`}
              label={t`Value of condition ${number}`}
              error={errors[`[${n}].Values`]}
              of={c}
              onChange={(Values) => set(n, { Values })}
            />
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={t`Remove condition ${number}`}
              onClick={() => onChange(value.filter((_, i) => i !== n))}
            >
              <Trans>Remove</Trans>
            </Button>
          </div>
        )
      })}
      <Button variant="default" size="xs" disabled={value.length >= 20} onClick={() => onChange([...value, blank])}>
        <Trans>Add condition</Trans>
      </Button>
      {error && <p role="alert">{error}</p>}
    </fieldset>
  )
}

interface ValuesProps {
  id: string
  label: string
  error: string | undefined
  of: RuleCondition
  onChange: (values: string[]) => void
}

/** A number, one or more of a few, or any texts: what the field takes. */
function Values({ id, label, error, of, onChange }: ValuesProps) {
  const words = useWords()
  const { t } = useLingui()
  const sites = useSiteChoices()
  const wired = { id, 'aria-label': label, error, 'aria-invalid': error ? true : undefined }
  if (isNumber(of.Field))
    return (
      <TextInput
        {...wired}
        inputMode="decimal"
        value={of.Values[0] ?? ''}
        onChange={(e) => onChange(e.currentTarget.value === '' ? [] : [e.currentTarget.value.trim()])}
      />
    )
  const few = closed[of.Field]
  const data = few
    ? Object.entries(few).map(([value, label]) => ({ value, label: words(label) }))
    : of.Field === 'warehouse'
      ? sites?.map((s) => ({ value: s.value, label: `${s.value} · ${words(s.label)}` }))
      : undefined
  if (data) return <MultiSelect {...wired} searchable={data.length > 8} data={data} value={of.Values} onChange={onChange} />
  return (
    <TagsInput
      {...wired}
      splitChars={[',', ';', '\t', '\n']}
      placeholder={of.Values.length === 0 ? t`One or more` : ''}
      value={of.Values}
      onChange={onChange}
    />
  )
}
