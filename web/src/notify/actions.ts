import { msg } from '@lingui/core/macro'
import type { Action } from '@/kit/remote/remote'

export const actions: Record<string, Action> = {
  SetReadStatusForNotification: { did: () => msg`You read a notification` },
  SetDeleteStatusForNotification: { did: () => msg`You took a notification off your list` },
}
