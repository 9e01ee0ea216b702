import type { PropsWithChildren } from 'react'

/** A named region that scrolls, by the keyboard as well: whoever has no mouse reaches it and turns it by its arrows. */
export function Scrolls({ label, className, children }: PropsWithChildren<{ label: string; className?: string }>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className={className} tabIndex={0} aria-label={label}>
      {children}
    </section>
  )
}
