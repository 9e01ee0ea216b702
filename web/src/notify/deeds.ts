import { msg } from '@lingui/core/macro'
import type { Deed } from '@/kit/remote/remote'

export const deeds: Record<string, Deed> = {
  SetReadStatusForNotification: { did: () => msg`You read a notification` },
  SetDeleteStatusForNotification: { did: () => msg`You took a notification off your list` },
}
