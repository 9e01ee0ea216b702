import { msg } from '@lingui/core/macro'
import type { Action } from '@/kit/remote/remote'
import { compareLines } from './purchase/lines'

const textOf = (v: unknown) => (v === null || v === undefined ? '' : String(v))

/** How the operations of this area are told where one of them needs a person again. */
export const actions: Record<string, Action> = {
  'Shipment/RevertSetItems': { did: () => msg`You sent an order back to wait for its items.` },
  'Shipment/ShipPurchase': {
    did: () => msg`You shipped a part of a purchase order.`,
    compare: ({ PurchaseId, Lines }, row) => [
      { label: msg`Purchase order`, yours: textOf(row.number), now: textOf(row.number) },
      ...compareLines(Lines, PurchaseId, row),
    ],
  },
  'Shipment/SaveItemDetails': { did: () => msg`You set the items of an order.` },
}
