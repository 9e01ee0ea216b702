import { useLingui } from '@lingui/react/macro'
import { local } from '@sync/client'
import { useLiveQuery } from 'dexie-react-hooks'
import { addCarrier, useMayAddCarrier } from '@/carrier/public'
import type { InputProps } from '@/kit/form/defineForm'
import { choiceOf } from '@/kit/form/inputs'
import { RowSelect } from '@/kit/form/RowSelect'
import { useCall } from '@/kit/remote/useCall'
import { rules } from '@/kit/rule/rule'
import { MultiSelect, NumberInput } from '@/kit/ui'
import { carrierName } from './carrierName'

/** The warehouse that the goods leave from, or come to. */
export const WarehouseChoice = choiceOf(() =>
  useLiveQuery(async () => (await local().warehouse_site.toArray()).map((s) => ({ value: s.id, label: `${s.id} · ${s.name}` }))),
)

/** A carrier by name or SCAC. The last choice adds one that is not there yet. */
export function CarrierOrNew({ id, name, label, hint, error, required, disabled, value, onChange }: InputProps<string>) {
  const { t } = useLingui()
  const carriers = useLiveQuery(async () => (await local().carrier.orderBy('name').toArray()).filter((c) => !c.disabled))
  const known = carriers?.map((c) => ({ value: c.id, label: `${c.name} · ${c.id}` }))
  const mayAdd = useMayAddCarrier()
  return (
    <RowSelect
      id={id}
      name={name}
      label={label}
      description={hint}
      error={error}
      withAsterisk={required}
      disabled={disabled}
      aria-invalid={error ? true : undefined}
      clearable={!required}
      limit={60}
      data={known && (mayAdd ? [...known, { value: rules.newCarrier, label: carrierName(rules.newCarrier, t`Add a New Carrier`) }] : known)}
      // A carrier that was added a moment ago may not have come to this device yet.
      value={value ?? null}
      onChange={async (v) => {
        if (v !== rules.newCarrier) return onChange(v ?? undefined)
        const added = await addCarrier()
        if (added) onChange(added)
      }}
      filter={({ options, search }) => {
        const asked = search.trim().toLowerCase()
        // The way to a new carrier is offered whatever is searched.
        return options.filter((o) => 'value' in o && (o.value === rules.newCarrier || o.label.toLowerCase().includes(asked)))
      }}
    />
  )
}

/** What is asked for beside the haul. Those that the organisation asks for by itself are named as such: nobody has chosen them here. */
export function ServicesChoice({ id, name, label, hint, error, disabled, value, onChange }: InputProps<string[]>) {
  const { t } = useLingui()
  const known = useCall('Shipment/GetTlxTmsServices', undefined, { staleMs: 600_000 })
  const listed = (known.data?.Services ?? []).map((s) => ({ value: s.code, label: `${s.name} · ${s.code}` }))
  // Without a connection the codes that were chosen still show.
  const missing = (value ?? []).filter((c) => !listed.some((s) => s.value === c)).map((c) => ({ value: c, label: c }))
  const ours = (known.data?.Services ?? []).filter((s) => s.default && value?.includes(s.code)).map((s) => s.name)
  const why =
    ours.length > 0 ? t`Default services of your organization: ${ours.join(', ')}. Remove any that this order does not need.` : hint
  return (
    <MultiSelect
      id={id}
      name={name}
      label={label}
      description={why}
      error={error}
      disabled={disabled}
      searchable
      clearable
      data={[...listed, ...missing]}
      value={value ?? []}
      onChange={onChange}
    />
  )
}

/** An amount of money in the smallest unit. */
export function Money({ value, onChange, hint, required, ...p }: InputProps<number>) {
  return (
    <NumberInput
      id={p.id}
      name={p.name}
      label={p.label}
      description={hint}
      error={p.error}
      disabled={p.disabled}
      withAsterisk={required}
      hideControls
      min={0}
      decimalScale={2}
      allowNegative={false}
      value={value === undefined || value === 0 ? '' : value / 100}
      onChange={(v) => onChange(v === '' ? undefined : Math.round(Number(v) * 100))}
    />
  )
}
