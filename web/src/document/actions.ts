import { msg } from '@lingui/core/macro'
import type { Action } from '@/kit/remote/remote'

export const actions: Record<string, Action> = {
  'DockView/PrintQueueBatch': { did: () => msg`You printed documents of a shipment` },
}
