import { msg } from '@lingui/core/macro'
import type { Order } from '@sync/gen/tables'
import { linesForm } from '@/shipment/public'

/** Parts an order: what goes later gets a number of its own. */
export const partForm = (o: Order) =>
  linesForm<unknown>({
    op: 'Shipment/SplitOrder',
    title: msg`Split off a back order`,
    intro: msg`What you enter ships later, under a number of its own.`,
    submit: msg`Split`,
    done: msg`The back order is open.`,
    subject: o.id,
    items: o.items,
    day: true,
    toRequest: (Lines, ShipOn) => ({ OrderId: o.id, Seen: o.rev, Lines, ...(ShipOn ? { ShipOn } : {}) }),
  })
