import { local } from '@sync/client'
import type { Order, Shipment } from '@sync/gen/tables'
import { openForm } from '@/kit/form/FormDialog'
import { dayIn } from '@/kit/format/day'
import { late } from '@/kit/later/late'
import { buildForm, type Rated } from './build/buildForm'

export { BucketTabs } from './bucket/BucketTabs'
export { FirstBucket } from './bucket/FirstBucket'
export { Freshness } from './bucket/Freshness'
export { isLate } from './bucket/late'
export { PutBack } from './bucket/PutBack'
export { useBucket, useCounts, useOrderCount } from './bucket/useBucket'
export { CarrierChoice } from './build/inputs'
export { apart } from './build/together'
export { eventWords } from './details/eventWords'
export { useShipment } from './details/useShipment'
export { moveAll } from './move/makeMove'
export { mayMake } from './move/may'
export { byStatus, type Move, movesFrom } from './move/moves'
export { termsWords } from './move/status'
export { moveWords } from './move/words'
export { linesForm } from './part/linesForm'
export { ServicesChoice } from './single/choices'
export { truckSection } from './truck/truckSection'

// They come later, so that who only reads a list carries none of them.

/** The page of a single order. */
export const SingleScreen = late(() => import('./single/SingleScreen').then((m) => m.SingleScreen))

/** The inputs of a single shipment, for the form of an order. */
export const orderParts = () => import('./parts/orderParts')

/** One shipment's workspace. */
export const ShipmentScreen = late(() => import('./details/ShipmentScreen').then((m) => m.ShipmentScreen))

/** Asks for carrier and pickup, and makes one shipment of the orders. Undefined where the person thought better of it. */
export async function buildShipment(orders: readonly Order[], rated?: Rated): Promise<Shipment | undefined> {
  const [first] = orders
  if (!first) return undefined
  const wished = new Set(orders.map((o) => o.carrier).filter(Boolean))
  const [only] = wished
  const carrier = wished.size === 1 && only ? await local().carrier.get(only) : undefined
  const site = await local().warehouse_site.get(first.warehouse)
  return openForm(buildForm, {
    OrderIds: orders.map((o) => o.id),
    Terms: first.terms,
    // Not before all of it is ready, and not in the past.
    ShipOn: orders.map((o) => o.shipOn).reduce((a, b) => (a > b ? a : b), dayIn(site?.zone || 'UTC', Date.now())),
    ...(rated ? { Carrier: rated.carrier, Rated: rated } : carrier && !carrier.disabled ? { Carrier: carrier.id } : {}),
    ...(first.terms === 'C' ? { PickupByFromTime: '11:00', PickupByToTime: '15:30' } : {}),
    ...(first.terms === 'T' && first.billTo
      ? {
          BillName: first.billTo.name,
          BillStreet: first.billTo.street,
          BillCity: first.billTo.city,
          BillState: first.billTo.state,
          BillZip: first.billTo.zip,
        }
      : {}),
    SpecialInstruction: [...new Set(orders.map((o) => o.instruction).filter(Boolean))].join('\n'),
  })
}
