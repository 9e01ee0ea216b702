import { msg } from '@lingui/core/macro'
import type { ShipmentPutOnDockReq } from '@sync/gen/api'
import type { Shipment, WarehouseSite } from '@sync/gen/tables'
import { defineForm } from '@/kit/form/defineForm'
import { choice, DayTime } from '@/kit/form/inputs'
import { instantAt, localAt } from '@/kit/format/day'
import { latest, numberOf } from '../move/latest'

export interface DockTyped {
  ShipmentId: string
  Door: string
  /** On the warehouse's clock. */
  DueAt: string
}

/** Hands a shipment to the warehouse's dock; the doors and the clock are the warehouse's own. */
export const dockForm = (site: WarehouseSite | undefined) => {
  const zone = site?.zone || 'UTC'
  return defineForm<DockTyped>('Shipment/PutOnDock', {
    title: msg`Put on the dock`,
    intro: msg`The dock sees the load at once and can begin to scan.`,
    fields: {
      Door: {
        label: msg`Door`,
        input: choice((site?.doors ?? []).map((d) => ({ value: d, label: d }))),
        hint: msg`Leave it open if the dock decides`,
      },
      DueAt: { label: msg`The truck is due`, input: DayTime, hint: msg`On the clock of ${site?.name || 'UTC'}` },
    },
    submit: msg`Put on the dock`,
    done: msg`The dock has it.`,
    of: numberOf,
    subject: (initial) => initial.ShipmentId ?? '',
    latest,
    toRequest: ({ ShipmentId = '', Door, DueAt }): ShipmentPutOnDockReq => ({
      ShipmentId,
      ...(Door ? { Door } : {}),
      ...(DueAt ? { DueAt: instantAt(DueAt, zone) } : {}),
    }),
  })
}

export const dockStart = (s: Shipment, site: WarehouseSite | undefined): Partial<DockTyped> => ({
  ShipmentId: s.id,
  DueAt: s.dueAt ? localAt(s.dueAt, site?.zone || 'UTC') : s.shipOn && s.pickupFrom ? `${s.shipOn}T${s.pickupFrom}` : undefined,
})
