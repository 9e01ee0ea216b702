import { msg } from '@lingui/core/macro'
import type { Deed } from '@/kit/remote/remote'

/** How the operations of this area are told where one of them needs a person again. */
export const deeds: Record<string, Deed> = {
  'Shipment/RevertSetItems': { did: () => msg`You sent an order back to wait for its items.` },
  'Shipment/SaveItemDetails': { did: () => msg`You set the items of an order.` },
}
