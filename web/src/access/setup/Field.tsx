import { Trans } from '@lingui/react/macro'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import css from './Setup.module.css'

interface Labelled {
  label: ReactNode
  hint?: ReactNode
  wrong?: string | undefined
}

/** A label, its control, a hint, and what is wrong with it. */
function Around({ id, label, hint, wrong, children }: Labelled & { id: string; children: ReactNode }) {
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      {children}
      {hint && <small id={`${id}-hint`}>{hint}</small>}
      {wrong && (
        <p id={`${id}-wrong`} className={css.wrong}>
          {wrong}
        </p>
      )}
    </div>
  )
}

const said = (id: string, { hint, wrong }: Labelled) => ({
  id,
  'aria-invalid': Boolean(wrong),
  'aria-describedby': [hint && `${id}-hint`, wrong && `${id}-wrong`].filter(Boolean).join(' ') || undefined,
})

export function Field({ label, hint, wrong, ...rest }: Labelled & ComponentProps<'input'>) {
  const id = useId()
  return (
    <Around {...{ id, label, hint, wrong }}>
      <input {...said(id, { label, hint, wrong })} {...rest} />
    </Around>
  )
}

export function Select({ label, hint, wrong, children, ...rest }: Labelled & ComponentProps<'select'>) {
  const id = useId()
  return (
    <Around {...{ id, label, hint, wrong }}>
      <select {...said(id, { label, hint, wrong })} {...rest}>
        {children}
      </select>
    </Around>
  )
}

/** A new password, which can be looked at. */
export function NewPassword({ label, hint, wrong, ...rest }: Labelled & ComponentProps<'input'>) {
  const id = useId()
  const [shown, setShown] = useState(false)
  return (
    <Around {...{ id, label, hint, wrong }}>
      <span className={css.secret}>
        <input
          {...said(id, { label, hint, wrong })}
          {...rest}
          type={shown ? 'text' : 'password'}
          autoComplete="new-password"
          autoCapitalize="none"
          spellCheck={false}
        />
        <button type="button" aria-pressed={shown} aria-controls={id} onClick={() => setShown(!shown)}>
          {shown ? <Trans>Hide</Trans> : <Trans>Show</Trans>}
        </button>
      </span>
    </Around>
  )
}
