import type { ReactNode } from 'react'
import css from './Trouble.module.css'

/** What went wrong with what a person just did; read out at once. Nothing where nothing did. */
export function Trouble({ children }: { children: ReactNode }) {
  return (
    children && (
      <p role="alert" className={css.trouble}>
        {children}
      </p>
    )
  )
}
