import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { Button } from '../ui'
import css from './SignaturePad.module.css'
import { isEmpty, type Strokes } from './strokes'
import { usePad } from './usePad'

export interface SignaturePadProps {
  label: string
  value: Strokes | null
  /** Called at the end of every stroke, so that what was drawn can be kept at once. */
  onChange: (drawn: Strokes | null) => void
  error?: string
  disabled?: boolean
}

/** A box to sign in, with a finger, pen or mouse. It redraws itself from its strokes after a rotation or a resize. */
export function SignaturePad({ label, value, onChange, error, disabled }: SignaturePadProps) {
  const { t } = useLingui()
  const id = useId()
  const canvas = usePad(value, onChange, disabled)
  return (
    <div>
      <div className={css.head}>
        <span id={`${id}-label`}>{label}</span>
        <Button variant="subtle" disabled={disabled || !value} onClick={() => onChange(null)}>
          <Trans>Clear</Trans>
        </Button>
      </div>
      <div className={css.box} data-error={error ? true : undefined}>
        <canvas
          ref={canvas}
          className={css.canvas}
          role="img"
          tabIndex={0}
          aria-labelledby={`${id}-label`}
          aria-describedby={error ? `${id}-error` : undefined}
          data-signed={!isEmpty(value)}
        />
        {!value && (
          <span className={css.hint} aria-hidden="true">
            {t`Sign here`}
          </span>
        )}
      </div>
      {error && (
        <p id={`${id}-error`} className={css.error} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
