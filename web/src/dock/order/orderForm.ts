import { msg } from '@lingui/core/macro'
import { local } from '@sync/client'
import type { DockOrderReq } from '@sync/gen/api'
import { useLiveQuery } from 'dexie-react-hooks'
import { defineForm } from '@/kit/form/defineForm'
import { Amount, Count, choiceOf, Day, LongText, Text } from '@/kit/form/inputs'
import { newKey } from '../numbers/useNumbers'

export interface OrderTyped {
  OrderId: string
  WHSE: string
  OrderNumber: string
  ShipOn: string
  Carrier: string
  Name: string
  Street: string
  City: string
  State: string
  Zip: string
  Goods: string
  Pieces: number
  Pallets: number
  Weight: number
  Temperature: string
  SpecialInstruction: string
}

const CarrierChoice = choiceOf(() =>
  useLiveQuery(async () =>
    (await local().carrier.orderBy('name').toArray()).filter((c) => !c.disabled).map((c) => ({ value: c.id, label: c.name })),
  ),
)

/** An order that turned up at the dock. It stands among the open orders, also those of this tablet, before the server has it. */
export const orderForm = defineForm<OrderTyped>('DockView/OrderIntegration', {
  title: msg`Add an order`,
  intro: msg`For goods on the dock without an order. The office builds the shipment.`,
  fields: {
    OrderNumber: { label: msg`Order number`, input: Text, required: true, row: 1 },
    ShipOn: { label: msg`Ship day`, input: Day, required: true, row: 1 },
    Carrier: { label: msg`Preferred carrier`, input: CarrierChoice },
    Name: { label: msg`Consignee`, input: Text, required: true },
    Street: { label: msg`Street`, input: Text, required: true },
    City: { label: msg`City`, input: Text, required: true, row: 2 },
    State: { label: msg`State`, input: Text, required: true, row: 2 },
    Zip: { label: msg`ZIP`, input: Text, required: true, row: 2 },
    Goods: { label: msg`Goods`, input: Text, required: true },
    Pieces: { label: msg`Pieces`, input: Count, required: true, row: 3 },
    Pallets: { label: msg`Pallets`, input: Count, row: 3 },
    Weight: {
      label: msg`Weight, lb`,
      input: Amount,
      required: true,
      row: 3,
      check: (w) => (w !== undefined && w <= 0 ? msg`Enter a weight above zero.` : undefined),
    },
    Temperature: { label: msg`Required temperature`, input: Text, hint: msg`Only if they do: 2 to 8 °C` },
    SpecialInstruction: { label: msg`Instructions`, input: LongText },
  },
  subject: (initial) => `dock ${initial.WHSE ?? ''}`,
  toRequest: (typed): DockOrderReq => ({
    OrderId: newKey(),
    OrderData: {
      OrderNumber: (typed.OrderNumber ?? '').trim(),
      WHSE: typed.WHSE ?? '',
      ShipOn: typed.ShipOn ?? '',
      Customer: '',
      PaymentType: 'P',
      Carrier: typed.Carrier ?? '',
      SpecialInstruction: typed.SpecialInstruction ?? '',
      Consignee: {
        name: (typed.Name ?? '').trim(),
        street: (typed.Street ?? '').trim(),
        city: (typed.City ?? '').trim(),
        state: (typed.State ?? '').trim().toUpperCase(),
        zip: (typed.Zip ?? '').trim(),
        country: 'US',
      },
      Items: [
        {
          description: (typed.Goods ?? '').trim(),
          pieces: typed.Pieces ?? 0,
          packageType: 'CTN',
          pallets: typed.Pallets ?? 0,
          weight: { milli: Math.round((typed.Weight ?? 0) * 1000), unit: 'lb' },
          ...(typed.Temperature?.trim() ? { temperature: typed.Temperature.trim() } : {}),
        },
      ],
    },
  }),
  submit: msg`Add the order`,
  done: msg`Order added to Open Orders.`,
  of: (typed) => typed.OrderNumber,
})
