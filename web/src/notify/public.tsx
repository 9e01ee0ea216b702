import { useLingui } from '@lingui/react/macro'
import { current } from '@sync/client'
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect } from 'react'
import { Icon } from '@/kit/icon/Icon'
import { late } from '@/kit/later/late'
import { afterFirstScreen, later } from '@/kit/later/later'
import { Panel } from '@/kit/panel/Panel'
import { useSession } from '@/kit/remote/user'

const BellPanel = later(() => import('./BellPanel').then((m) => m.BellPanel))

/** What was mailed: all of it, and of one shipment. */
export const MailList = late(() => import('./mail/MailList').then((m) => m.MailList))
export const Mailed = late(() => import('./mail/Mailed').then((m) => m.Mailed), null)

/** Whether this device is woken while the app is closed. */
export const Wake = late(() => import('./WakeSwitch').then((m) => m.WakeSwitch), null)

/** The bell: notifications of the person, and the toasts of this tab, for whoever looked away for two seconds and a half. */
export function Bell({ className, badge }: { className?: string; badge?: string }) {
  const { t } = useLingui()
  const session = useSession()
  const rows = useLiveQuery(
    async () => current().work?.cache.db.notify_notification.orderBy('at').reverse().limit(50).toArray(),
    [session?.user],
  )
  const news = rows?.some((n) => !n.deliveredAt)
  useEffect(() => {
    if (news && rows) void import('./delivered').then((m) => m.tellDelivered(rows)).catch(() => {})
  }, [news, rows])
  useEffect(() => afterFirstScreen(() => void import('./wake').then((m) => m.keepWoken()).catch(() => {})), [])
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
