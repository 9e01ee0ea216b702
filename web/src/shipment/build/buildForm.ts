import { msg } from '@lingui/core/macro'
import type { ShipmentBuildReq } from '@sync/gen/api'
import type { Order, Shipment } from '@sync/gen/tables'
import { defineForm } from '@/kit/form/defineForm'
import { Clock, Day, LongText, Text } from '@/kit/form/inputs'
import { windowWrong } from '@/kit/form/pickupWindow'
import { CarrierChoice } from './inputs'

/** The price sheet that was chosen before; it counts while its carrier stands. */
export interface Rated {
  id: string
  carrier: string
  totalMinor: number
  services: string[]
}

export interface BuildTyped {
  OrderIds: string[]
  Terms: Order['terms']
  Carrier: string
  Rated: Rated
  ShipOn: string
  PickupByFromTime: string
  PickupByToTime: string
  PRONumber: string
  SpecialInstruction: string
  BillName: string
  BillStreet: string
  BillCity: string
  BillState: string
  BillZip: string
}

const third = (all: Partial<BuildTyped>) => all.Terms === 'T'

/** Orders of one warehouse, consignee and terms become a shipment. With a carrier it is scheduled at once and gets its bill's number. */
export const buildForm = defineForm<BuildTyped, Shipment>('Shipment/BuildShipment', {
  title: msg`Build a shipment`,
  intro: msg`With a carrier the shipment is scheduled and gets its bill of lading. Without one it goes on to Rate & Route.`,
  fields: {
    Carrier: { label: msg`Carrier`, input: CarrierChoice, hint: msg`By name or SCAC` },
    ShipOn: { label: msg`Pickup date`, input: Day, row: 1 },
    PickupByFromTime: { label: msg`Window from`, input: Clock, row: 1 },
    PickupByToTime: {
      label: msg`Window until`,
      input: Clock,
      row: 1,
      check: (to, { PickupByFromTime: from }) => windowWrong(to, from),
    },
    PRONumber: { label: msg`PRO number`, input: Text, hint: msg`If the carrier gave one already` },
    SpecialInstruction: { label: msg`Instructions to the carrier`, input: LongText },
    BillName: {
      label: msg`Freight is billed to`,
      input: Text,
      when: third,
      required: true,
      hint: msg`A third party pays: its name as on the bill`,
    },
    BillStreet: { label: msg`Street`, input: Text, when: third, required: true },
    BillCity: { label: msg`City`, input: Text, when: third, required: true, row: 2 },
    BillState: { label: msg`State`, input: Text, when: third, required: true, row: 2 },
    BillZip: { label: msg`ZIP`, input: Text, when: third, required: true, row: 2 },
  },
  submit: msg`Build`,
  subject: (initial) => [...(initial.OrderIds ?? []), ...(initial.Rated ? [initial.Rated.id] : [])].join(' '),
  toRequest: (typed): ShipmentBuildReq => ({
    OrderIds: typed.OrderIds ?? [],
    Carrier: typed.Carrier ?? '',
    ShipOn: typed.ShipOn ?? '',
    PickupByFromTime: typed.PickupByFromTime ?? '',
    PickupByToTime: typed.PickupByToTime ?? '',
    PRONumber: typed.PRONumber ?? '',
    SpecialInstruction: typed.SpecialInstruction ?? '',
    ...(typed.Rated && typed.Rated.carrier === typed.Carrier
      ? { PriceSheetId: typed.Rated.id, PriceMinor: typed.Rated.totalMinor, SelectedServices: typed.Rated.services }
      : {}),
    ...(typed.Terms === 'T'
      ? {
          Billto: {
            name: typed.BillName ?? '',
            street: typed.BillStreet ?? '',
            city: typed.BillCity ?? '',
            state: (typed.BillState ?? '').toUpperCase(),
            zip: typed.BillZip ?? '',
            country: 'US',
          },
        }
      : {}),
  }),
})
