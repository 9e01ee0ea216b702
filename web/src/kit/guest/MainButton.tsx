import type { ComponentProps } from 'react'
import css from './Guest.module.css'

/** What a stranger came to do: the one button of a guest page that nobody misses. */
export function MainButton({ type = 'button', ...rest }: ComponentProps<'button'>) {
  return <button type={type} className={css.main} {...rest} />
}
