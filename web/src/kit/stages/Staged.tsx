import type { ReactNode } from 'react'
import css from './Staged.module.css'

/** A list, with the tabs of its stages and whatever else concerns all of it above, and its pages below. */
export const Staged = ({ above, below, children }: { above: ReactNode; below?: ReactNode; children: ReactNode }) => (
  <div className={css.screen}>
    {above}
    <div className={css.list}>{children}</div>
    {below}
  </div>
)
