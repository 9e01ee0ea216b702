import { useLingui } from '@lingui/react/macro'
import type { ComponentType } from 'react'
import type { InputProps } from '@/kit/form/defineForm'
import { Text } from '@/kit/form/inputs'
import { wired } from '@/kit/form/wired'
import { modeName } from '@/kit/format/mode'
import { useRows } from '@/kit/remote/useRows'
import { MultiSelect, Select } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import { ServicesChoice } from '@/shipment/public'
import type { Action } from './words'

const modes = ['LTL', 'VOLUME', 'TL', 'PARCEL', 'INTERMODAL']

/** The carriers that may be chosen, and those that a rule names already. */
function useCarrierChoices(named: readonly string[]) {
  const known = useRows(
    async (db) =>
      (await db.carrier.orderBy('name').toArray()).filter((c) => !c.disabled).map((c) => ({ value: c.id, label: `${c.name} · ${c.id}` })),
    [],
  )
  const missing = named.filter((v) => !known?.some((k) => k.value === v)).map((v) => ({ value: v, label: v }))
  return [...(known ?? []), ...missing]
}

/** What the rule's action names: carriers, modes, services, or the words that a planner reads. */
export const valuesInput = (actionOf: () => Action | undefined): ComponentType<InputProps<string[]>> =>
  function ValuesInput(p: InputProps<string[]>) {
    const { t } = useLingui()
    const words = useWords()
    const { value = [], onChange } = p
    const carriers = useCarrierChoices(actionOf()?.endsWith('carrier') ? value : [])
    switch (actionOf()) {
      case 'exclude-carrier':
      case 'only-carrier':
        return (
          <MultiSelect {...wired({ ...p, label: t`Carriers` })} searchable limit={60} data={carriers} value={value} onChange={onChange} />
        )
      case 'prefer-carrier':
        return (
          <Select
            {...wired({ ...p, label: t`Carrier` })}
            searchable
            limit={60}
            data={carriers}
            value={value[0] ?? null}
            onChange={(v) => onChange(v ? [v] : [])}
          />
        )
      case 'exclude-mode':
        return (
          <MultiSelect
            {...wired({ ...p, label: t`Modes` })}
            data={modes.map((m) => ({ value: m, label: words(modeName(m)) }))}
            value={value}
            onChange={onChange}
          />
        )
      case 'add-service':
        return <ServicesChoice {...p} label={t`Services`} />
      case 'stop-tender':
        return (
          <Text
            {...p}
            label={t`Tell the planner`}
            hint={t`What has to be looked at before the load may be tendered`}
            value={value[0]}
            onChange={(v) => onChange(v ? [v] : [])}
          />
        )
      default:
        return null
    }
  }
