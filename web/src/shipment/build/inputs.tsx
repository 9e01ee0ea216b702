import { local } from '@sync/client'
import { useLiveQuery } from 'dexie-react-hooks'
import type { InputProps } from '@/kit/form/defineForm'
import { choiceOf } from '@/kit/form/inputs'
import { TextInput } from '@/kit/ui'

/** A time of day on the warehouse's clock. */
export function Clock({ value, onChange, label, hint, error, required, ...p }: InputProps<string>) {
  return (
    <TextInput
      {...p}
      type="time"
      label={label}
      description={hint}
      error={error}
      withAsterisk={required}
      aria-invalid={error ? true : undefined}
      value={value ?? ''}
      onChange={(e) => onChange(e.currentTarget.value || undefined)}
    />
  )
}

/** A carrier, found by its name or by its SCAC. Those that are switched off are not offered. */
export const CarrierChoice = choiceOf(() =>
  useLiveQuery(async () =>
    (await local().carrier.orderBy('name').toArray())
      .filter((c) => !c.disabled)
      .map((c) => ({ value: c.id, label: `${c.name} · ${c.scac || c.id}` })),
  ),
)
