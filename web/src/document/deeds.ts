import { msg } from '@lingui/core/macro'
import type { Deed } from '@/kit/remote/remote'

export const deeds: Record<string, Deed> = {
  'DockView/PrintQueueBatch': { did: () => msg`You printed documents of a shipment` },
}
