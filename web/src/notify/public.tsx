import { useLingui } from '@lingui/react/macro'
import { current } from '@sync/client'
import { useLiveQuery } from 'dexie-react-hooks'
import { lazy } from 'react'
import { Icon } from '@/kit/icon/Icon'
import { later } from '@/kit/later/later'
import { Panel } from '@/kit/panel/Panel'
import { useSession } from '@/kit/remote/user'

const BellPanel = later(() => import('./BellPanel').then((m) => m.BellPanel))

/** What was mailed: all of it, and of one shipment. */
export const MailList = lazy(() => import('./mail/MailList').then((m) => ({ default: m.MailList })))
export const Mailed = lazy(() => import('./mail/Mailed').then((m) => ({ default: m.Mailed })))

/** Whether this device is woken while the app is closed. */
export const Wake = lazy(() => import('./WakeSwitch').then((m) => ({ default: m.WakeSwitch })))

/** The bell: notifications of the person, and the toasts of this tab, for whoever looked away for two seconds and a half. */
export function Bell({ className, badge }: { className?: string; badge?: string }) {
  const { t } = useLingui()
  const session = useSession()
  const rows = useLiveQuery(
    async () => current().work?.cache.db.notify_notification.orderBy('at').reverse().limit(50).toArray(),
    [session?.user],
  )
  const unread = rows?.filter((n) => !n.readAt).length ?? 0
  return (
    <Panel
      className={className}
      label={unread > 0 ? t`Notifications, ${unread} new` : t`Notifications`}
      face={
        <>
          <Icon name="bell" size={20} />
          {unread > 0 && <span className={badge}>{unread}</span>}
        </>
      }
    >
      {(close) => <BellPanel rows={rows} onClose={close} />}
    </Panel>
  )
}
