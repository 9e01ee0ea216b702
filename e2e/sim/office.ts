import type { FreightParty, ShipmentEntry } from '@sync/gen/api'
import type { OfflineOp } from '@sync/ops'
import type { sendFrom } from '@sync/send'
import { seeded } from '@sync/testing/world'
import type { Caller, Desk, Shipment } from './server'
import type { Tablet } from './tablet'

type Record = <N extends OfflineOp>(tablet: Tablet, op: N, args: Parameters<typeof sendFrom<N>>[2]) => Promise<void>

const lb = (milli: number) => ({ milli, unit: 'lb' })
const party = (name: string): FreightParty => ({ name, street: '4 Canal St', city: 'Atlanta', state: 'GA', zip: '30303', country: 'US' })

/** A collect order that the device numbers itself. */
const collect = (order: string, carrier: string): ShipmentEntry => ({
  Kind: 'collect',
  WHSE: 'ATL',
  OrderNumber: order,
  PO_Number: '',
  References: [],
  Customer: '',
  PaymentType: 'C',
  ShipMode: 'LTL',
  ShipOn: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10), // the server's clock is the real one
  PickupByFromTime: '11:00',
  PickupByToTime: '15:30',
  DeliveryWindow: '',
  Origin: party('Simulated Freight'),
  Destination: party('Receiver'),
  Billto: null,
  ParcelReturnAddress: null,
  Items: [{ Description: 'Shelving', Qty: 4, Pallets: 1, packageType: 'CTN', Weight: lb(400_000), itemClass: '70', isNmfcValid: false }],
  ShipmentStops: [],
  AdditionalService: [],
  declaredMinor: 0,
  Signature: '',
  SaturdayDelivery: false,
  HoldForPickup: false,
  ConsigneeEmailID: '',
  Carrier: carrier,
  PRONumber: '',
  AccountNumber: '',
  SpecialInstruction: '',
  comments: '',
  internalnotes: '',
})

/**
 * What the office does with open orders and with shipments, from a stream of its own: on a tablet that may be offline, as the dock does, and beside it
 * with one call that changes several rows at once. Few orders, so that two who could not see each other change the same.
 */
export function officeOf(seed: number, { orders, carrier }: Desk, shipments: readonly Shipment[], record: Record) {
  const random = seeded(seed * 32452843)
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T // lists here are never empty

  /** One action that needs no network. The dock has no right to most of them, and is told. */
  const work = (tablet: Tablet): Promise<void> => {
    const OrderId = one(orders)
    const ShipmentId = one(shipments).id
    const kind = Math.floor(random() * 9)
    if (kind < 2)
      return record(tablet, 'Shipment/UpdatePendingOrder', {
        OrderId,
        ...one([{ ShipOn: '2027-03-02' }, { ShipOn: '2027-03-04' }, { SpecialInstruction: 'call before' }, { References: ['PO 7'] }]),
      })
    if (kind === 2) return record(tablet, 'Shipment/RevertSetItems', { OrderId })
    if (kind === 3 || kind === 4)
      return record(tablet, kind === 3 ? 'Shipment/SaveItemDetails' : 'Shipment/EditItemDetails', {
        OrderId,
        Items: [{ description: 'Shelving', pieces: 1 + Math.floor(random() * 9), packageType: 'CTN', pallets: 1, weight: lb(90_000) }],
      })
    if (kind === 5) return record(tablet, 'Shipment/UpdateSchedule', { ShipmentId, ShipOn: one(['2027-03-02', '2027-03-03']) })
    if (kind === 6)
      return record(tablet, 'Shipment/ExceptionShipment', {
        ShipmentId,
        ExceptionCode: one(['DAMAGED', 'none such']),
        Reason: 'a fork went through',
      })
    if (kind === 7) return record(tablet, 'Shipment/UpdateStatusCode', { ShipmentId, StatusCode: one(['M', 'T', 'A', 'D']), Note: '' })
    const id = tablet.work?.outbox.newId() ?? ''
    return record(tablet, 'Shipment/BookCollect', { ShipmentId: id, Shipment: collect(`C-${id.slice(-6)}`, carrier) })
  }

  /** Two orders at once: made one shipment, or bound together, or apart again. */
  const call = async (office: Caller): Promise<string> => {
    const OrderIds = [one(orders), one(orders)]
    const kind = Math.floor(random() * 3)
    const to = kind === 0 ? 'Shipment/BuildShipment' : 'Shipment/ConsolidateandDeconsolidateOrders'
    const { status } = await office.try(to, kind === 0 ? { OrderIds } : { OrderIds, Flag: kind === 1 ? 'consolidate' : 'deconsolidate' })
    return `${to} ${status}`
  }

  return { work, call, chance: (p: number) => random() < p }
}
