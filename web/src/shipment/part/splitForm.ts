import { msg } from '@lingui/core/macro'
import type { Shipment } from '@sync/gen/tables'
import { linesForm } from './linesForm'

/** Takes a part of a load off it, before it is loaded. */
export const splitForm = (s: Shipment) =>
  linesForm<Shipment>({
    op: 'Shipment/SplitShipment',
    title: msg`Split the load`,
    intro: msg`What you enter goes on another truck. It stands among the open orders as a back order. A carrier that has the load confirms it again.`,
    submit: msg`Split`,
    done: msg`The rest stands among the open orders.`,
    subject: s.id,
    items: s.items,
    toRequest: (Lines) => ({ ShipmentId: s.id, Lines }),
  })
