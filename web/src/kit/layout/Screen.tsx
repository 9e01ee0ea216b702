import type { ReactNode } from 'react'
import css from './Screen.module.css'

/** A page that is neither list, detail nor form: what it is, a line below it, what can be done, and then its parts. */
export function Screen({
  title,
  below,
  actions,
  children,
}: {
  title: string
  below?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <div className={css.screen}>
      <header className={css.head}>
        <h1>{title}</h1>
        {below && <p className={css.quiet}>{below}</p>}
        {actions && <div className={css.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  )
}
