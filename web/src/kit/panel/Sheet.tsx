import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef } from 'react'
import { Icon } from '../icon/Icon'
import css from './Panel.module.css'

interface SheetProps {
  opened: boolean
  title: string
  onClose: () => void
  children: ReactNode
}

/** A sheet from the side over the whole screen, for a phone's menu: the browser's own modal dialog, which keeps the focus and closes on Escape. */
export function Sheet({ opened, title, onClose, children }: SheetProps) {
  const { t } = useLingui()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (opened) dialog.current?.showModal()
    else dialog.current?.close()
  }, [opened])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a tap beside the sheet; the keyboard has Escape, which the dialog hears itself
    <dialog
      ref={dialog}
      className={css.sheet}
      aria-label={title}
      onClose={onClose}
      onClick={(e) => e.target === e.currentTarget && e.clientX > e.currentTarget.getBoundingClientRect().right && onClose()}
    >
      {opened && (
        <>
          <div className={css.head}>
            <strong>{title}</strong>
            <button type="button" className={css.close} aria-label={t`Close`} onClick={onClose}>
              <Icon name="close" size={20} />
            </button>
          </div>
          {children}
        </>
      )}
    </dialog>
  )
}
