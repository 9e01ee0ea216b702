import type { Rows } from '@sync/gen/tables'
import { useEffect, useRef } from 'react'
import { submit } from '@/kit/remote/submit'

/** Tells the server that notifications have come to one of the person's devices, each of them once. Without a connection it is told later. */
export function useDelivered(rows: readonly Rows['notify_notification'][] | undefined) {
  const told = useRef(new Set<string>())
  useEffect(() => {
    for (const n of rows ?? []) {
      if (n.deliveredAt || told.current.has(n.id)) continue
      told.current.add(n.id)
      submit('SetDeliveredStatusForReceivedNotification', { NotificationId: n.id, GroupNotificationId: '' }).catch(() =>
        told.current.delete(n.id),
      )
    }
  }, [rows])
}
