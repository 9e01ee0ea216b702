import { useLingui } from '@lingui/react/macro'
import { type ComponentType, useState } from 'react'
import type { Measure } from '../format/measure'
import { SignaturePad } from '../signature/SignaturePad'
import type { Strokes } from '../signature/strokes'
import { Group, MultiSelect, NumberInput, PasswordInput, Select, Switch, TagsInput, Textarea, TextInput } from '../ui'
import { useWords, type Words } from '../words/words'
import type { InputProps } from './defineForm'
import { RowSelect } from './RowSelect'
import { wired } from './wired'

export function Text({ value, onChange, ...p }: InputProps<string>) {
  return <TextInput {...wired(p)} value={value ?? ''} onChange={(e) => onChange(e.currentTarget.value)} />
}

export function Email({ value, onChange, ...p }: InputProps<string>) {
  return (
    <TextInput
      {...wired(p)}
      type="email"
      inputMode="email"
      autoComplete="email"
      value={value ?? ''}
      onChange={(e) => onChange(e.currentTarget.value.trim())}
    />
  )
}

export function Phone({ value, onChange, ...p }: InputProps<string>) {
  return <TextInput {...wired(p)} type="tel" inputMode="tel" value={value ?? ''} onChange={(e) => onChange(e.currentTarget.value)} />
}

export function LongText({ value, onChange, ...p }: InputProps<string>) {
  return <Textarea {...wired(p)} autosize={false} rows={3} value={value ?? ''} onChange={(e) => onChange(e.currentTarget.value)} />
}

export function Secret({ value, onChange, ...p }: InputProps<string>) {
  const { t } = useLingui()
  return (
    <PasswordInput
      {...wired(p)}
      autoComplete={/new|again/i.test(p.name) ? 'new-password' : 'current-password'}
      value={value ?? ''}
      onChange={(e) => onChange(e.currentTarget.value)}
      visibilityToggleButtonProps={{ 'aria-label': t`Show or hide` }}
    />
  )
}

/** Digits only get the number keyboard on a tablet. */
export function Amount({ value, onChange, ...p }: InputProps<number>) {
  return (
    <NumberInput
      {...wired(p)}
      inputMode="decimal"
      hideControls
      value={value ?? ''}
      onChange={(v) => onChange(typeof v === 'number' ? v : v === '' ? undefined : Number(v))}
    />
  )
}

/** Whole things: pallets, pieces. The steps are large enough for a glove. */
export function Count({ value, onChange, ...p }: InputProps<number>) {
  return (
    <NumberInput
      {...wired(p)}
      inputMode="numeric"
      min={0}
      allowDecimal={false}
      allowNegative={false}
      value={value ?? ''}
      onChange={(v) => onChange(v === '' ? undefined : Number(v))}
    />
  )
}

export function Day({ value, onChange, ...p }: InputProps<string>) {
  return <TextInput {...wired(p)} type="date" value={value ?? ''} onChange={(e) => onChange(e.currentTarget.value || undefined)} />
}

/** A time of day on the warehouse's clock. */
export function Clock({ value, onChange, ...p }: InputProps<string>) {
  return <TextInput {...wired(p)} type="time" value={value ?? ''} onChange={(e) => onChange(e.currentTarget.value || undefined)} />
}

/** A local date and time; the request's author turns it into an instant with the warehouse's zone. */
export function DayTime({ value, onChange, ...p }: InputProps<string>) {
  return (
    <TextInput {...wired(p)} type="datetime-local" value={value ?? ''} onChange={(e) => onChange(e.currentTarget.value || undefined)} />
  )
}

export function Toggle({ value, onChange, ...p }: InputProps<boolean>) {
  return (
    <Switch
      id={p.id}
      name={p.name}
      label={p.label}
      description={p.hint}
      error={p.error}
      disabled={p.disabled}
      checked={value ?? false}
      onChange={(e) => onChange(e.currentTarget.checked)}
    />
  )
}

/** Several short values: phones, e-mail addresses, PO numbers. A pasted list is cut at commas, semicolons, tabs and line ends. */
export function Several({ value, onChange, ...p }: InputProps<string[]>) {
  return <TagsInput {...wired(p)} splitChars={[',', ';', '\t', '\n']} value={value ?? []} onChange={onChange} clearable />
}

export interface Option<V extends string = string> {
  value: V
  label: Words
}

/** One of a list known beforehand. */
export function choice<V extends string>(options: readonly Option<V>[]): ComponentType<InputProps<V>> {
  return function Choice({ value, onChange, ...p }: InputProps<V>) {
    const words = useWords()
    return (
      <Select
        {...wired(p)}
        searchable={options.length > 8}
        clearable={!p.required}
        allowDeselect={!p.required}
        data={options.map((o) => ({ value: o.value, label: words(o.label) }))}
        value={value ?? null}
        onChange={(v) => onChange((v ?? undefined) as V | undefined) /* one of the options above */}
      />
    )
  }
}

/** One of the values that the wire knows, each with its name: a value that Go adds is missing here, and does not compile. */
export const oneOf = <V extends string>(names: Record<V, Words>): ComponentType<InputProps<V>> =>
  choice((Object.keys(names) as V[]).map((value) => ({ value, label: names[value] }))) // Object.keys forgets the keys' type

/** One of a list that comes from local rows. The hook runs inside the input. */
export function choiceOf(useOptions: () => Option[] | undefined): ComponentType<InputProps<string>> {
  return function ChoiceOf({ value, onChange, ...p }: InputProps<string>) {
    const words = useWords()
    const options = useOptions()
    return (
      <RowSelect
        {...wired(p)}
        clearable={!p.required}
        allowDeselect={!p.required}
        limit={50}
        data={options?.map((o) => ({ value: o.value, label: words(o.label) }))}
        value={value ?? null}
        onChange={(v) => onChange(v ?? undefined)}
      />
    )
  }
}

export function choices<V extends string>(options: readonly Option<V>[]): ComponentType<InputProps<V[]>> {
  return function Choices({ value, onChange, ...p }: InputProps<V[]>) {
    const words = useWords()
    return (
      <MultiSelect
        {...wired(p)}
        searchable={options.length > 8}
        data={options.map((o) => ({ value: o.value, label: words(o.label) }))}
        value={value ?? []}
        onChange={(v) => onChange(v as V[]) /* all from the options above */}
      />
    )
  }
}

const milliOf = (typed: string | number) => {
  const milli = typed === '' ? Number.NaN : Math.round(Number(typed) * 1000)
  return Number.isFinite(milli) ? milli : undefined // a minus without its figure
}

/**
 * A number with its unit. Changing the unit keeps the number: a person corrects the unit, they do not convert. Weights and lengths are not below zero; degrees may be.
 */
export function measureIn(units: readonly string[], { belowZero = false } = {}): ComponentType<InputProps<Measure>> {
  return function MeasureInput({ value, onChange, ...p }: InputProps<Measure>) {
    const { t } = useLingui()
    const [typed, setTyped] = useState<string | number>('')
    const [chosen, setChosen] = useState(units[0] ?? '')
    const unit = value?.unit ?? chosen
    return (
      <Group gap="xs" align="end" wrap="nowrap">
        <NumberInput
          {...wired(p)}
          style={{ flex: 1 }}
          inputMode="decimal"
          hideControls
          {...(belowZero ? {} : { min: 0 })}
          value={milliOf(typed) === value?.milli ? typed : value ? value.milli / 1000 : ''}
          onChange={(v) => {
            setTyped(v)
            const milli = milliOf(v)
            onChange(milli === undefined ? undefined : { milli, unit })
          }}
        />
        <Select
          aria-label={t`Unit`}
          w="6em"
          disabled={p.disabled}
          allowDeselect={false}
          data={[...units]}
          value={unit}
          onChange={(u) => {
            setChosen(u ?? unit)
            if (value) onChange({ ...value, unit: u ?? unit })
          }}
        />
      </Group>
    )
  }
}

export function Sign({ value, onChange, ...p }: InputProps<Strokes>) {
  return (
    <SignaturePad label={p.label} value={value ?? null} onChange={(s) => onChange(s ?? undefined)} error={p.error} disabled={p.disabled} />
  )
}
