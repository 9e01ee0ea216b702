import type { ReactNode } from 'react'
import css from './Rating.module.css'

/** A table that may be wider than the screen. The keyboard can scroll it, too. */
export function Scroll({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard (WCAG 2.1.1)
    <section className={css.scroll} tabIndex={0} aria-label={label}>
      {children}
    </section>
  )
}
