import { msg } from '@lingui/core/macro'
import { local } from '@sync/client'
import type { ShipmentOptionReq, ShipmentTruck } from '@sync/gen/api'
import { useLiveQuery } from 'dexie-react-hooks'
import { defineForm, type InputProps } from '@/kit/form/defineForm'
import { useLocale } from '@/kit/format/Formats'
import { day } from '@/kit/format/time'
import { MultiSelect } from '@/kit/ui'

/** Shipments that can go on a truck: scheduled or confirmed, of its warehouse where it has one, and on no truck yet. */
const shipmentsChoice = (taken: ReadonlySet<string>, warehouse?: string) =>
  function ShipmentsChoice({ id, name, label, hint, error, required, disabled, value, onChange }: InputProps<string[]>) {
    const locale = useLocale()
    const ready = useLiveQuery(() => local().shipment.where('status').anyOf('T', 'M').toArray())
    // The first that is chosen says from where the truck leaves.
    const from = warehouse ?? ready?.find((s) => s.id === value?.[0])?.warehouse
    const options = ready
      ?.filter((s) => !taken.has(s.id) && (!from || s.warehouse === from))
      .map((s) => ({
        value: s.id,
        label: [s.number, s.warehouse, s.destination.name, s.destination.city, day(s.shipOn, locale)].filter(Boolean).join(' · '),
      }))
    return (
      <MultiSelect
        id={id}
        name={name}
        label={label}
        description={hint}
        error={error}
        withAsterisk={required}
        disabled={disabled}
        aria-invalid={error ? true : undefined}
        searchable
        limit={50}
        data={options ?? []}
        value={value ?? []}
        onChange={onChange}
      />
    )
  }

type Option = Pick<ShipmentOptionReq, 'mode' | 'truckNumber' | 'ShipmentIds'>

/** Begins a truck, or puts more on one. */
export const loadForm = (taken: ReadonlySet<string>, truck?: ShipmentTruck) =>
  defineForm<Option, ShipmentTruck>('Shipment/SaveOption', {
    title: truck ? msg`Put shipments on truck ${truck.truckNumber}` : msg`New truck`,
    fields: {
      ShipmentIds: {
        label: msg`Shipments`,
        input: shipmentsChoice(taken, truck?.WHSE),
        required: true,
        hint: msg`Scheduled or confirmed, from one warehouse. Each keeps its own documents and carrier.`,
      },
    },
    submit: truck ? msg`Put on the truck` : msg`Begin`,
    subject: (initial) => initial.truckNumber ?? 'new',
    toRequest: (typed): Option => ({
      mode: truck ? '' : 'InitiateTruck',
      truckNumber: truck?.truckNumber ?? '',
      ShipmentIds: typed.ShipmentIds ?? [],
    }),
  })
