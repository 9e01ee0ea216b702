import { useLingui } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { Icon, type IconName } from '../icon/Icon'
import { useWords } from '../words/words'
import css from './Toasts.module.css'
import { type ToastKind, toasts } from './toast'

const icons: Record<ToastKind, IconName> = { good: 'check', info: 'info', warning: 'alert', bad: 'stop' }

/** One live region for the whole program; it must be on the page before the first toast is read aloud. */
export function Toasts() {
  const { t } = useLingui()
  const words = useWords()
  const shown = useSyncExternalStore(toasts.watch, toasts.shown)
  return (
    <section className={`${css.stack} no-print`} aria-live="polite" aria-label={t`Messages`}>
      {shown.map((toast) => (
        <div
          key={toast.id}
          className={css.toast}
          data-kind={toast.kind}
          role={toast.kind === 'bad' || toast.kind === 'warning' ? 'alert' : 'status'}
        >
          <Icon name={icons[toast.kind]} />
          <div className={css.text}>
            {words(toast.text)}
            {toast.of && <strong> {toast.of}</strong>}
            {toast.why && <p className={css.why}>{words(toast.why)}</p>}
            {toast.more}
            {toast.action && (
              <button
                type="button"
                className={css.action}
                onClick={() => {
                  toast.action?.run()
                  toasts.close(toast.id)
                }}
              >
                {words(toast.action.label)}
              </button>
            )}
          </div>
          <button type="button" className={css.close} aria-label={t`Close`} onClick={() => toasts.close(toast.id)}>
            <Icon name="close" size={16} />
          </button>
        </div>
      ))}
    </section>
  )
}
