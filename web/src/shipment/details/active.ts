import { msg } from '@lingui/core/macro'
import type { Shipment } from '@sync/gen/tables'
import { can } from '@/kit/remote/can'
import { submit } from '@/kit/remote/submit'
import type { Words } from '@/kit/words/words'

/** A load that is closed and not signed yet goes back to loading, by the number of an order that is on it. */
export const activeOffers = (s: Pick<Shipment, 'orders'>, signing: unknown): { label: Words; run: () => unknown }[] =>
  signing && s.orders[0] && can('load')
    ? [
        {
          label: msg`Move to active`,
          run: () => submit('DockView/UpdateShipmentStatus', { OrderNumber: s.orders[0], ShipmentId: '', Stage: 'live', Flag: 'active' }),
        },
      ]
    : []
