import type { InputProps } from '@/kit/form/defineForm'
import { NmfcInput } from '@/kit/nmfc/NmfcInput'

/** The NMFC item of an item: typed, or found by its number or by what the goods are called. */
export function NmfcField({ id, label, hint, error, required, disabled, value, onChange }: InputProps<string>) {
  return (
    <NmfcInput
      id={id}
      label={label}
      {...(hint ? { hint } : {})}
      error={error}
      {...(required ? { required } : {})}
      disabled={disabled}
      maxLength={20}
      value={value ?? ''}
      onChange={onChange}
    />
  )
}
