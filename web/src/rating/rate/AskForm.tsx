import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { classes } from '@/kit/rule/classes'
import { Button, NumberInput, Select, TextInput } from '@/kit/ui'
import css from '../Rating.module.css'
import { Services } from './Services'
import type { RateSearch } from './search'

/** Where from, where to, and what. The address keeps it, so a price can be sent to somebody. */
export function AskForm({ search }: { search: RateSearch }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [typed, setTyped] = useState<RateSearch>({ class: '70', pallets: 1, length: 48, width: 40, height: 48, ...search })
  const set = (part: RateSearch) => setTyped((s) => ({ ...s, ...part }))
  const number = (key: 'lb' | 'pallets' | 'length' | 'width' | 'height', label: string, max: number, required = false) => (
    <NumberInput
      label={label}
      min={key === 'lb' ? 1 : 0}
      max={max}
      hideControls
      required={required}
      value={typed[key] ?? ''}
      onChange={(v) => set({ [key]: Number(v) || undefined })}
    />
  )
  return (
    <form
      className={css.ask}
      onSubmit={(e) => {
        e.preventDefault()
        void navigate({ to: '/ReviewRates', search: typed })
      }}
    >
      <TextInput
        label={t`From ZIP`}
        required
        maxLength={10}
        value={typed.from ?? ''}
        onChange={(e) => set({ from: e.currentTarget.value })}
      />
      <TextInput label={t`To ZIP`} required maxLength={10} value={typed.to ?? ''} onChange={(e) => set({ to: e.currentTarget.value })} />
      <TextInput
        label={t`Ship date`}
        type="date"
        value={typed.on ?? ''}
        onChange={(e) => set({ on: e.currentTarget.value || undefined })}
      />
      {number('lb', t`Weight, lb`, 100_000, true)}
      <Select
        label={t`Freight class`}
        searchable
        allowDeselect={false}
        data={classes}
        value={typed.class ?? '70'}
        onChange={(v) => set({ class: v ?? '70' })}
      />
      {number('pallets', t`Pallets`, 120)}
      {number('length', t`Length, in`, 700)}
      {number('width', t`Width, in`, 110)}
      {number('height', t`Height, in`, 130)}
      <TextInput
        label={t`Asked carrier`}
        placeholder={t`SCAC, if any`}
        maxLength={10}
        value={typed.carrier ?? ''}
        onChange={(e) => set({ carrier: e.currentTarget.value.toUpperCase() || undefined })}
      />
      <Services value={typed.services} onChange={(services) => set({ services })} />
      <div>
        <Button type="submit">
          <Trans>Rate</Trans>
        </Button>
      </div>
    </form>
  )
}
