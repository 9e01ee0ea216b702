import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { classes } from '@/kit/rule/classes'
import { Button, NumberInput, Select } from '@/kit/ui'
import css from '../Rating.module.css'
import { byDensity } from './requestOf'
import type { RateLine, RateParcel } from './search'

interface Row {
  n: number
  remove: (() => void) | undefined
}

/** One line of freight. */
export function GoodsRow({ n, line, set, remove }: Row & { line: RateLine; set: (part: RateLine) => void }) {
  const { t } = useLingui()
  const number = (key: 'lb' | 'pallets' | 'length' | 'width' | 'height', label: string, max: number, required = false) => (
    <Figure label={label} max={max} required={required} value={line[key]} set={(v) => set({ [key]: v })} />
  )
  return (
    <Frame legend={<Trans>Line {n}</Trans>} name={t`Remove line ${n}`} remove={remove}>
      {number('lb', t`Weight, lb`, 100_000, true)}
      <Select
        label={t`Freight class`}
        searchable
        allowDeselect={false}
        data={[{ value: byDensity, label: t`By density` }, ...classes]}
        value={line.class ?? '70'}
        onChange={(v) => set({ class: v ?? '70' })}
      />
      {number('pallets', t`Pallets`, 120)}
      {number('length', t`Length, in`, 700)}
      {number('width', t`Width, in`, 110)}
      {number('height', t`Height, in`, 130)}
    </Frame>
  )
}

/** So many equal packages. */
export function ParcelRow({ n, parcel, set, remove }: Row & { parcel: RateParcel; set: (part: RateParcel) => void }) {
  const { t } = useLingui()
  const number = (key: keyof RateParcel, label: string, max: number) => (
    <Figure label={label} max={max} required value={parcel[key]} set={(v) => set({ [key]: v })} />
  )
  return (
    <Frame legend={<Trans>Package {n}</Trans>} name={t`Remove package ${n}`} remove={remove}>
      {number('count', t`Packages`, 999)}
      {number('lb', t`Weight of one, lb`, 1000)}
      {number('length', t`Length, in`, 200)}
      {number('width', t`Width, in`, 200)}
      {number('height', t`Height, in`, 200)}
    </Frame>
  )
}

function Figure(p: { label: string; max: number; required: boolean; value: number | undefined; set: (v: number) => void }) {
  return (
    <NumberInput
      label={p.label}
      min={p.required ? 0.1 : 0}
      max={p.max}
      hideControls
      required={p.required}
      value={p.value ?? ''}
      onChange={(v) => p.set(Number(v) || 0)}
    />
  )
}

function Frame({
  legend,
  name,
  remove,
  children,
}: {
  legend: ReactNode
  name: string
  remove: (() => void) | undefined
  children: ReactNode
}) {
  return (
    <fieldset className={css.goods}>
      <legend>{legend}</legend>
      {children}
      {remove && (
        <Button variant="subtle" aria-label={name} onClick={remove}>
          <Trans>Remove</Trans>
        </Button>
      )}
    </fieldset>
  )
}
