import { msg } from '@lingui/core/macro'
import { local, working } from '@sync/client'
import type { FreightPurchasePart, ShipmentShipPurchaseReq } from '@sync/gen/api'
import type { OrderPurchase } from '@sync/gen/tables'
import { defineForm } from '@/kit/form/defineForm'
import { Clock, choice, Day, LongText, Text } from '@/kit/form/inputs'
import { windowWrong } from '@/kit/form/pickupWindow'
import { CarrierChoice } from '@/shipment/public'
import { judge } from './lines'
import { PartsInput } from './PartsInput'

/** What ships of a purchase order and of those that go with it. It may be sent from a vendor's yard without a connection: the server has the last word on each line. */
export const shipForm = (
  purchaseId: string,
  purchases: () => readonly OrderPurchase[],
  sending: (parts: readonly FreightPurchasePart[]) => void,
) =>
  defineForm<ShipmentShipPurchaseReq>('Shipment/ShipPurchase', {
    title: msg`Ship a purchase order`,
    fields: {
      Lines: { label: msg`Ready to ship`, input: PartsInput, required: true, below: (parts) => judge(parts, purchases()) },
      ShipOn: { label: msg`Pickup date`, input: Day, required: true, row: 1 },
      PickupByFromTime: { label: msg`Window from`, input: Clock, row: 1 },
      PickupByToTime: {
        label: msg`Window until`,
        input: Clock,
        row: 1,
        check: (to, { PickupByFromTime: from }) => windowWrong(to, from),
      },
      PaymentType: {
        label: msg`Freight terms`,
        input: choice<'P' | 'C' | 'T'>([
          { value: 'C', label: msg`Collect, billed to you` },
          { value: 'P', label: msg`Prepaid, billed to the vendor` },
        ]),
        required: true,
        row: 2,
      },
      Carrier: {
        label: msg`Carrier`,
        input: CarrierChoice,
        hint: msg`With one, the shipment is scheduled; without one, it goes on to Rate & Route`,
        row: 2,
      },
      PRONumber: { label: msg`PRO number`, input: Text, hint: msg`If the carrier gave one already`, row: 2 },
      SpecialInstruction: { label: msg`Instructions to the carrier`, input: LongText },
    },
    submit: msg`Ship`,
    wide: true,
    subject: () => purchaseId,
    latest: async () => {
      const p = await local().order_purchase.get(purchaseId)
      return p && { n: p.rev, ...(p.changedBy ? { userId: p.changedBy } : {}) }
    },
    toRequest: (typed): ShipmentShipPurchaseReq => {
      const parts = typed.Lines ?? []
      sending(parts)
      const [PurchaseId = purchaseId, ...OtherPurchaseIds] = new Set(parts.map((part) => part.PurchaseId ?? purchaseId))
      return {
        ShipmentId: working().outbox.newId(),
        PurchaseId,
        OtherPurchaseIds,
        Lines: parts,
        ShipOn: typed.ShipOn ?? '',
        PickupByFromTime: typed.PickupByFromTime ?? '',
        PickupByToTime: typed.PickupByToTime ?? '',
        ...(typed.PaymentType ? { PaymentType: typed.PaymentType } : {}),
        Carrier: typed.Carrier ?? '',
        PRONumber: typed.PRONumber ?? '',
        SpecialInstruction: typed.SpecialInstruction ?? '',
      }
    },
  })
