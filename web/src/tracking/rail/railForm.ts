import { msg } from '@lingui/core/macro'
import type { TrackingRailReq, TrackingRailShipment } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { choiceOf } from '@/kit/form/inputs'
import { CarrierChoice } from '@/shipment/public'
import { useSiteChoices } from '@/warehouse/public'
import { CarsInput } from './CarsInput'

/** A rail shipment as it is typed: the consignee's address field by field. */
export interface RailTyped extends Omit<TrackingRailReq, 'Destination'> {
  name: string
  street: string
  city: string
  state: string
  zip: string
}

const waybill = {
  Railroad: { label: msg`Railroad`, input: CarrierChoice, required: true, row: 5 },
  Waybill: { label: msg`Waybill number`, row: 5 },
  OriginStation: { label: msg`Origin station`, required: true, row: 6 },
  DestinationStation: { label: msg`Destination station`, required: true, row: 6 },
  Route: { label: msg`Route`, hint: msg`As NS Memphis BNSF`, row: 7 },
  STCC: { label: msg`STCC`, row: 7 },
  Cars: { label: msg`Rail cars`, input: CarsInput, required: true },
  Note: { label: msg`Note` },
}

const address = ({ name = '', street = '', city = '', state = '', zip = '' }: Partial<RailTyped>) => ({
  name,
  street,
  city,
  state,
  zip,
  country: 'US',
})

/** A new rail shipment: the load with its consignee, the waybill and the cars. */
export const railForm = defineForm<RailTyped, TrackingRailShipment>('Configuration/SaveRailShipmentDetails', {
  title: msg`Rail shipment`,
  wide: true,
  fields: {
    WHSE: { label: msg`Warehouse`, input: choiceOf(useSiteChoices), required: true, row: 1 },
    OrderNumber: { label: msg`Order number`, required: true, row: 1 },
    PO_Number: { label: msg`PO number`, row: 1 },
    ShipOn: { label: msg`Ship date`, required: true, row: 2 },
    DeliveryWindow: { label: msg`Deliver by`, row: 2 },
    Customer: { label: msg`Customer`, row: 2 },
    name: { label: msg`Consignee`, required: true, row: 3 },
    street: { label: msg`Street`, required: true, row: 3 },
    city: { label: msg`City`, required: true, row: 4 },
    state: { label: msg`State`, required: true, row: 4 },
    zip: { label: msg`ZIP`, required: true, row: 4 },
    ...waybill,
    Tender: { label: msg`Tender to the railroad now` },
  },
  toRequest: ({ name, street, city, state, zip, ...rest }) => ({
    ...rest,
    Destination: address({ name, street, city, state, zip } as RailTyped),
  }),
  ofWire: (field) => field.replace(/^Destination\./, ''),
  of: (r) => r.OrderNumber,
})

/** The waybill and the cars of a rail shipment that there is. Its load is changed on the shipment's own page. */
export const waybillForm = defineForm<TrackingRailReq, TrackingRailShipment>('Configuration/SaveRailShipmentDetails', {
  title: msg`Rail shipment`,
  wide: true,
  fields: waybill,
  of: (r) => r.Waybill,
  subject: (r) => r.ShipmentId ?? '',
})
