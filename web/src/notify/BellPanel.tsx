import { Trans, useLingui } from '@lingui/react/macro'
import type { Rows } from '@sync/gen/tables'
import { send } from '@sync/send'
import { Link } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { Ago } from '@/kit/format/Formats'
import { Icon } from '@/kit/icon/Icon'
import { useRefusal } from '@/kit/remote/refusal'
import { toasts } from '@/kit/toast/toast'
import { told } from '@/kit/toast/told'
import { useWords } from '@/kit/words/words'
import css from './Bell.module.css'
import { WakeSwitch } from './WakeSwitch'

type Notification = Rows['notify_notification']

const read = (n: Notification) => !n.readAt && void send('SetReadStatusForNotification', { NotificationId: n.id })

/** What a person was told, newest first. Reading and taking off work without a connection too, like all work. */
export function BellPanel({ rows = [], onClose }: { rows?: Notification[]; onClose: () => void }) {
  const { t } = useLingui()
  const words = useWords()
  const { ofCode } = useRefusal()
  const past = useSyncExternalStore(toasts.watch, told)
  const unread = rows.filter((n) => !n.readAt)
  return (
    <div className={css.list}>
      <div className={css.head}>
        <h2>
          <Trans>Notifications</Trans>
        </h2>
        {unread.length > 0 && (
          <button type="button" className={css.link} onClick={() => unread.forEach(read)}>
            <Trans>Mark all as read</Trans>
          </button>
        )}
      </div>
      {rows.length === 0 && past.length === 0 && (
        <p>
          <Trans>No notifications yet. They appear here, with or without a connection.</Trans>
        </p>
      )}
      <ul>
        {rows.map((n) => {
          const text = ofCode(n.code, n.params)
          return (
            <li key={n.id} data-new={!n.readAt}>
              {n.link.startsWith('/') ? (
                // An address of ours, as the server wrote it; the router's types know only the pages that are built.
                <Link
                  to={n.link as '/'}
                  onClick={() => {
                    read(n)
                    onClose()
                  }}
                >
                  {text}
                </Link>
              ) : n.readAt ? (
                <span>{text}</span>
              ) : (
                <button type="button" className={css.text} onClick={() => read(n)} aria-label={t`${text} Mark as read`}>
                  {text}
                </button>
              )}
              <Ago at={n.at} />
              <button
                type="button"
                className={css.off}
                aria-label={t`Remove from list: ${text}`}
                onClick={() => void send('SetDeleteStatusForNotification', { NotificationId: n.id })}
              >
                <Icon name="close" size={16} />
              </button>
            </li>
          )
        })}
      </ul>
      <WakeSwitch />
      {past.length > 0 && (
        <>
          <h2>
            <Trans>Messages of this tab</Trans>
          </h2>
          <ul>
            {past.map((m) => (
              <li key={m.key} data-kind={m.kind}>
                <span>
                  {words(m.text)} {m.of && <strong>{m.of}</strong>}
                </span>
                <Ago at={m.at} />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
