import { useLingui } from '@lingui/react/macro'
import { type CSSProperties, useState } from 'react'
import { useDebouncedValue } from '../hooks'
import { useCall } from '../remote/useCall'
import { Autocomplete } from '../ui'

interface Props {
  id: string
  label: string
  hint?: string
  error?: string | undefined
  required?: boolean
  disabled?: boolean | undefined
  style?: CSSProperties
  maxLength?: number | undefined
  value: string
  onChange: (code: string) => void
  /** The person has left the field, or has taken an item that was found. */
  onLeave?: (code: string) => void
}

/** An item of the NMFC: its number, or what the goods are called. It is found in the organisation's own table where it has uploaded one, and among what was shipped before. */
export function NmfcInput({ id, label, hint, error, required, disabled, style, maxLength, value, onChange, onLeave }: Props) {
  const { t } = useLingui()
  const [typing, setTyping] = useState('')
  const [settled] = useDebouncedValue(typing.trim(), 250)
  const byNumber = /^\d/.test(settled)
  const found = useCall('Shipment/GetFilteredNMFCSubMasterDetails', byNumber ? { NMFC: settled } : { Description: settled }, {
    enabled: settled.length > 2,
    staleMs: 60_000,
  })
  const items = settled.length > 2 ? (found.data?.Items ?? []) : []
  const lines = [...new Set(items.map((it) => [it.nmfc, it.description, it.class && t`class ${it.class}`].filter(Boolean).join(' · ')))]
  const take = (text: string) => {
    const code = text.split(' · ')[0] ?? ''
    setTyping('')
    onChange(code)
    onLeave?.(code)
  }
  return (
    <Autocomplete
      id={id}
      label={label}
      description={hint}
      error={error}
      disabled={disabled}
      withAsterisk={required}
      aria-invalid={error ? true : undefined}
      style={style}
      maxLength={typing && !/^\d/.test(typing) ? 60 : maxLength}
      data={lines}
      filter={({ options }) => options} // the server has found them
      limit={20}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      value={value}
      onChange={(text) => {
        if (lines.includes(text)) return // taken below
        setTyping(text)
        onChange(text.trim())
      }}
      onOptionSubmit={take}
      onBlur={() => onLeave?.(value)}
    />
  )
}
