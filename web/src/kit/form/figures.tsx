import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { mannerOf, readNumber } from '../grid/values'
import { TextInput } from '../ui'
import type { InputProps } from './defineForm'
import { wired } from './wired'

/** What is typed into a figure, as long as it stands for the value: 12,5 stays 12,5, and what cannot be read stays to be put right. */
function useTyped<V>(
  value: V | undefined,
  show: (value: V) => string,
  read: (text: string) => V | undefined,
  onChange: (value: V | undefined) => void,
) {
  const [typed, setTyped] = useState<{ text: string; value: V | undefined }>()
  const own = typed && Object.is(typed.value, value)
  return {
    value: own ? typed.text : value === undefined || value === null || Number.isNaN(value) ? '' : show(value),
    onChange: (text: string) => {
      const value = text.trim() === '' ? undefined : read(text)
      setTyped({ text, value })
      onChange(value)
    },
  }
}

/** A decimal number, as the text that the wire has: "12.5". What cannot be read goes on as it is, and is refused. */
export function Decimal({ value, onChange, ...p }: InputProps<string>) {
  const { i18n } = useLingui()
  const { value: text, onChange: type } = useTyped(
    value,
    (v) => v,
    (typed) => readNumber(typed, mannerOf(i18n.locale), 4) ?? typed,
    onChange,
  )
  return <TextInput {...wired(p)} inputMode="decimal" value={text} onChange={(e) => type(e.currentTarget.value)} />
}

/** An amount of money in minor units. What cannot be read is no number, and is refused. */
export function Money({ value, onChange, ...p }: InputProps<number>) {
  const { i18n } = useLingui()
  const read = (typed: string) => {
    const n = Number(readNumber(typed, mannerOf(i18n.locale), 4)) * 100
    return Math.abs(n - Math.round(n)) < 1e-6 ? Math.round(n) : Number.NaN
  }
  const { value: text, onChange: type } = useTyped(value, (v) => (v / 100).toFixed(2), read, onChange)
  return <TextInput {...wired(p)} inputMode="decimal" value={text} onChange={(e) => type(e.currentTarget.value)} />
}
