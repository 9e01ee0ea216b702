import { effect } from '@sync/effect'
import type { Rows } from '@sync/gen/tables'

type Notification = Rows['notify_notification']

/** The one that is meant, or all of one telling. */
const meant = async (
  table: { get(key: string): Promise<Notification | undefined> },
  { NotificationId }: { NotificationId?: string },
): Promise<Notification[]> => {
  const found = NotificationId ? await table.get(NotificationId) : undefined
  return found ? [found] : []
}

/** What a person sees at once on the bell's list. */
export const notifyEffects = [
  effect('SetDeliveredStatusForReceivedNotification', ['notify_notification'], async ({ notify_notification }, args, made) => {
    for (const n of await meant(notify_notification, args))
      if (!n.deliveredAt) await notify_notification.update(n.id, { deliveredAt: made.at })
  }),
  effect('SetReadStatusForNotification', ['notify_notification'], async ({ notify_notification }, args, made) => {
    for (const n of await meant(notify_notification, args)) if (!n.readAt) await notify_notification.update(n.id, { readAt: made.at })
  }),
  effect('SetDeleteStatusForNotification', ['notify_notification'], async ({ notify_notification }, args) => {
    for (const n of await meant(notify_notification, args)) await notify_notification.delete(n.id)
  }),
]
