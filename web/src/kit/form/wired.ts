import type { InputProps } from './defineForm'

/** What every input hands on to what it draws. */
export const wired = ({ id, name, label, hint, error, required, disabled }: Omit<InputProps<never>, 'value' | 'onChange'>) => ({
  id,
  name,
  label,
  description: hint,
  error,
  withAsterisk: required,
  disabled,
  'aria-invalid': error ? true : undefined,
})
