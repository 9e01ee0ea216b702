import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { InputProps } from '@/kit/form/defineForm'
import { Group, MultiSelect, Select, TextInput } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import { ruleOf, weeklyOf } from './rule'

const days = { MO: msg`Mon`, TU: msg`Tue`, WE: msg`Wed`, TH: msg`Thu`, FR: msg`Fri`, SA: msg`Sat`, SU: msg`Sun` }

/** The days of a week and how often they come; a rule that says anything else is shown as it stands. */
export function RuleInput({ id, label, hint, error, required, disabled, value, onChange }: InputProps<string>) {
  const { t } = useLingui()
  const words = useWords()
  const said = weeklyOf(value ?? '')
  const wired = { id, label, error, disabled: disabled ?? false, required: required ?? false }
  if (!said)
    return <TextInput {...wired} description={hint} value={value ?? ''} onChange={(e) => onChange(e.currentTarget.value || undefined)} />
  return (
    <Group gap="xs" align="end" wrap="nowrap">
      <MultiSelect
        {...wired}
        style={{ flex: 1 }}
        data={Object.entries(days).map(([day, name]) => ({ value: day, label: words(name) }))}
        value={said.days}
        onChange={(chosen) => onChange(ruleOf({ ...said, days: chosen }) || undefined)}
      />
      <Select
        aria-label={t`Weeks`}
        w="9em"
        disabled={disabled ?? false}
        allowDeselect={false}
        data={[
          { value: '1', label: t`Every week` },
          { value: '2', label: t`Every 2 weeks` },
          { value: '4', label: t`Every 4 weeks` },
        ]}
        value={String(said.every)}
        onChange={(every) => onChange(ruleOf({ ...said, every: Number(every ?? 1) }) || undefined)}
      />
    </Group>
  )
}
