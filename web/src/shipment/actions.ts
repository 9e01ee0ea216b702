import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ShipmentBookReq } from '@sync/gen/api'
import type { Action } from '@/kit/remote/remote'
import { type Status, statuses } from '@/kit/status/statuses'
import type { Words } from '@/kit/words/words'

const did: Partial<Record<Status, Words>> = {
  O: msg`You put a shipment back to open.`,
  S: msg`You saved a shipment for later.`,
  Q: msg`You moved a shipment to Rate & Route.`,
  H: msg`You deferred a shipment.`,
  T: msg`You scheduled a shipment.`,
  M: msg`You confirmed a shipment.`,
  A: msg`You marked a shipment as in transit.`,
  D: msg`You marked a shipment as delivered.`,
}

const named = (code: unknown) => {
  const label = statuses[code as Status]?.label // a code of ours or nothing
  return typeof label === 'string' || !label ? String(code ?? '') : i18n._(label)
}
const text = (v: unknown) => (v === null || v === undefined ? '' : String(v))

/** How the operations of this area are told where one of them needs a person again. */
export const actions: Record<string, Action> = {
  'Shipment/UpdateStatusCode': {
    did: ({ StatusCode }) => did[StatusCode as Status] ?? msg`You moved a shipment.`, // as above
    compare: ({ StatusCode }, row) => [
      { label: msg`Shipment`, yours: text(row.number), now: text(row.number) },
      { label: msg`Status`, yours: named(StatusCode), now: named(row.status) },
    ],
  },
  'Shipment/ExceptionShipment': {
    did: () => msg`You reported an exception of a shipment.`,
    compare: ({ Reason }, row) => [
      { label: msg`Shipment`, yours: text(row.number), now: text(row.number) },
      { label: msg`Status`, yours: named('X'), now: named(row.status) },
      { label: msg`Reason`, yours: text(Reason), now: text(row.reason) },
    ],
  },
  'Shipment/BookCollect': {
    did: (args) => {
      const { OrderNumber = '', Carrier = '' } = (args as unknown as ShipmentBookReq).Shipment ?? {} // as it was sent
      return msg`You gave order ${OrderNumber} to ${Carrier}.`
    },
    edit: async (args) => (await import('./single/bookAgain')).bookAgain(args as never), // as above
  },
  'Shipment/PutOnDock': {
    did: () => msg`You put a shipment on the dock.`,
    compare: (_, row) => [{ label: msg`Status`, yours: named('T'), now: named(row.status) }],
  },
  'Shipment/UpdateSchedule': {
    did: () => msg`You set when a shipment is picked up.`,
    compare: ({ ShipOn, PickupByFromTime }, row) => [
      { label: msg`Ship date`, yours: text(ShipOn), now: text(row.shipOn) },
      { label: msg`Pickup from`, yours: text(PickupByFromTime), now: text(row.pickupFrom) },
    ],
  },
}
