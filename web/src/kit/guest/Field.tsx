import { type ReactNode, useId } from 'react'
import css from './Field.module.css'

interface Wired {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** A field of a guest's form: its label, its input, and what is wrong with it. */
export function Field({
  label,
  error,
  hint,
  children,
}: {
  label: string
  error?: string | undefined
  hint?: ReactNode
  children: (wired: Wired) => ReactNode
}) {
  const id = useId()
  const said = [error && `${id}-e`, hint && `${id}-h`].filter(Boolean).join(' ')
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': said || undefined })}
      {hint && (
        <small id={`${id}-h`} className={css.hint}>
          {hint}
        </small>
      )}
      {error && (
        <span id={`${id}-e`} role="alert" className={css.bad}>
          {error}
        </span>
      )}
    </div>
  )
}
