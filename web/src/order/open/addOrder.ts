import { msg } from '@lingui/core/macro'
import { local } from '@sync/client'
import type { FreightParty, OrderAddReq, ShipmentEntryItem } from '@sync/gen/api'
import type { Order } from '@sync/gen/tables'
import { useLiveQuery } from 'dexie-react-hooks'
import { defineForm, type FormSpec } from '@/kit/form/defineForm'
import { openForm } from '@/kit/form/FormDialog'
import { choice, choiceOf, Day, LongText, Several, Text } from '@/kit/form/inputs'
import { dayIn } from '@/kit/format/day'
import { theRemote } from '@/kit/remote/remote'
import { orderParts } from '@/shipment/public'

type Parts = Awaited<ReturnType<typeof orderParts>>

interface Typed {
  OrderNumber: string
  WHSE: string
  Customer: string
  References: string[]
  ShipOn: string
  DueOn: string
  PaymentType: 'P' | 'C' | 'T'
  Carrier: string
  Consignee: FreightParty
  Billto: FreightParty
  Items: ShipmentEntryItem[]
  SpecialInstruction: string
}

const Site = choiceOf(() =>
  useLiveQuery(async () => {
    const mine = theRemote().session()?.warehouses ?? []
    const sites = await local().warehouse_site.toArray()
    return sites.filter((s) => mine.length === 0 || mine.includes(s.id)).map((s) => ({ value: s.id, label: `${s.id} · ${s.name}` }))
  }),
)
const Carrier = choiceOf(() =>
  useLiveQuery(async () =>
    (await local().carrier.orderBy('name').toArray()).filter((c) => !c.disabled).map((c) => ({ value: c.id, label: c.name })),
  ),
)

let warehouse = ''
let labels: readonly string[] = []

/**
 * References by the place that their labels have. The first is for the order's number where the organization has not named it otherwise: that has a field of its
 * own here, and what is typed begins behind it.
 */
const placed = (typed: readonly string[]) => (labels[0] === 'Order #' && typed.length > 0 && typed.length < 5 ? ['', ...typed] : [...typed])

/** An order that the office types: what a file or another system sends otherwise, judged by the same rules. */
const orderForm = (p: Parts): FormSpec<Typed, Order> =>
  defineForm<Typed, Order>('Shipment/AddNewOrder', {
    title: msg`Add an order`,
    wide: true,
    fields: {
      OrderNumber: { label: msg`Order number`, input: Text, required: true, row: 1 },
      WHSE: { label: msg`Warehouse`, input: Site, required: true, row: 1 },
      Customer: { label: msg`Customer`, input: Text, row: 1 },
      Consignee: {
        label: msg`Consignee`,
        input: p.PartyInput,
        required: true,
        below: (to) => p.judgeParty(to, true),
        part: (path) => p.partName('prepaid', 'Destination', msg`Consignee`, path),
      },
      ShipOn: { label: msg`Ship date`, input: Day, required: true, row: 2 },
      DueOn: {
        label: msg`Must arrive by`,
        input: Day,
        row: 2,
        check: (due, all) => (due && all.ShipOn && due < all.ShipOn ? msg`It must not arrive before it ships.` : undefined),
      },
      Carrier: { label: msg`Preferred carrier`, input: Carrier, row: 2 },
      PaymentType: {
        label: msg`Freight terms`,
        input: choice<'P' | 'C' | 'T'>([
          { value: 'P', label: msg`Prepaid` },
          { value: 'C', label: msg`Collect` },
          { value: 'T', label: msg`Third party` },
        ]),
        required: true,
        row: 3,
      },
      References: { label: msg`References`, input: Several, hint: msg`PO number first`, row: 3 },
      Billto: {
        label: msg`Bill to`,
        input: p.PartyInput,
        required: true,
        when: (all) => all.PaymentType === 'T',
        below: (to, all) => (all.PaymentType === 'T' ? p.judgeParty(to, true) : {}),
        part: (path) => p.partName('prepaid', 'Billto', msg`Bill to`, path),
      },
      Items: {
        label: msg`Goods`,
        input: p.linesInput('prepaid', () => warehouse),
        required: true,
        check: (lines) => p.palletsWrong(lines),
        below: (lines) => p.judgeLines(lines, 'prepaid'),
        part: (path) => p.partName('prepaid', 'Items', msg`Goods`, path),
      },
      SpecialInstruction: { label: msg`Instructions`, input: LongText },
    },
    ofWire: (field) =>
      field
        .replace(/^(Items\[\d+\])\.description$/, '$1.Description')
        .replace(/^(Items\[\d+\])\.weight$/, '$1.Weight')
        .replace(/^(Items\[\d+\])\.class$/, '$1.itemClass')
        .replace(/^(Items\[\d+\])\.nmfc$/, '$1.NMFCCode')
        .replace(
          /^(Items\[\d+\])\.(length|width|height)$/,
          (_, at: string, side: string) => `${at}.${side.slice(0, 1).toUpperCase()}${side.slice(1)}`,
        )
        .replace(/^(Items\[\d+\])\.hazmat\./, '$1.HazmatDetails.'),
    subject: (initial) => `order ${initial.WHSE ?? ''}`,
    toRequest: (typed): Omit<OrderAddReq, 'OrderId'> => ({
      OrderNumber: (typed.OrderNumber ?? '').trim(),
      WHSE: typed.WHSE ?? '',
      Customer: typed.Customer ?? '',
      Consignee: typed.Consignee ?? p.emptyParty,
      References: placed((typed.References ?? []).filter(Boolean)),
      ShipOn: typed.ShipOn ?? '',
      DueOn: typed.DueOn ?? '',
      PaymentType: typed.PaymentType ?? 'P',
      Billto: typed.PaymentType === 'T' ? (typed.Billto ?? p.emptyParty) : null,
      Carrier: typed.Carrier ?? '',
      SpecialInstruction: typed.SpecialInstruction ?? '',
      Items: (typed.Items ?? []).map((line) => ({
        ...p.itemOf(line),
        ...(line.ItemCode ? { code: line.ItemCode } : {}),
        ...(line.NMFCCode ? { nmfc: line.NMFCCode } : {}),
        ...(line.Temperature ? { temperature: line.Temperature } : {}),
      })),
    }),
    submit: msg`Add the order`,
    done: msg`Order added to Open Orders.`,
    of: (typed) => typed.OrderNumber,
  })

/** Opens the form, for the first of the person's warehouses. */
export async function addOrder() {
  const parts = await orderParts()
  const mine = theRemote().session()?.warehouses ?? []
  const sites = await local().warehouse_site.toArray()
  const site = sites.find((s) => mine.length === 0 || mine.includes(s.id)) ?? sites[0]
  warehouse = site?.id ?? ''
  labels = (await local().org_setup.get('setup'))?.labels ?? []
  return openForm(orderForm(parts), {
    WHSE: warehouse,
    ShipOn: dayIn(site?.zone || 'UTC', Date.now()),
    PaymentType: 'P',
    Consignee: { ...parts.emptyParty },
    Items: [parts.newLine('prepaid')],
  })
}
