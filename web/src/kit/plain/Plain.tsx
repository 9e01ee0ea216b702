import type { ComponentProps } from 'react'
import css from './Plain.module.css'

const and = (...names: (string | undefined | false)[]) => names.filter(Boolean).join(' ')

// The browser's own controls in our looks, for the screens that a device loads first: Mantine's parts would be a tenth of all that a tablet fetches before its list stands.

/** A button; `filled` is the one thing to do. */
export function PlainButton({ filled, className, type = 'button', ...rest }: ComponentProps<'button'> & { filled?: boolean }) {
  return <button {...rest} type={type} className={and(css.button, filled && css.filled, className)} />
}

export function PlainInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={and(css.field, className)} />
}

export function PlainSelect({ className, ...rest }: ComponentProps<'select'>) {
  return <select {...rest} className={and(css.field, className)} />
}
