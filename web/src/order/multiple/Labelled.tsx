import { type ReactElement, useId } from 'react'
import css from './Multiple.module.css'

/** A word before a control. */
export function Labelled({ label, children }: { label: string; children: (id: string) => ReactElement }) {
  const id = useId()
  return (
    <span className={css.labelled}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </span>
  )
}
