import type { Rows } from '@sync/gen/tables'
import { submit } from '@/kit/remote/submit'

const told = new Set<string>()

/** Tells the server that notifications have come to one of the person's devices, each of them once. Without a connection it is told later. */
export function tellDelivered(rows: readonly Rows['notify_notification'][]) {
  for (const { id, deliveredAt } of rows) {
    if (deliveredAt || told.has(id)) continue
    told.add(id)
    submit('SetDeliveredStatusForReceivedNotification', { NotificationId: id, GroupNotificationId: '' }).catch(() => told.delete(id))
  }
}
