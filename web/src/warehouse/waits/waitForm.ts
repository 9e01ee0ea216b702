import { msg } from '@lingui/core/macro'
import type { WarehouseAskReq, WarehouseLoadType, WarehouseWait } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { Clock, choice, Day, Text } from '@/kit/form/inputs'
import { directions } from '../slots/plans'

/** Puts a truck on the waiting list. `load` names the load that it is for; `types` are those of the warehouse. */
export const waitForm = (load: string, types: readonly WarehouseLoadType[]) =>
  defineForm<WarehouseAskReq, WarehouseWait>('Warehouse/AskForSlot', {
    title: msg`Add to the waiting list`,
    intro: msg`The first time that comes free in these days and suits is held, and you get a notice.`,
    fields: {
      FromDate: { label: msg`From`, input: Day, row: 1 },
      UntilDate: { label: msg`Until`, input: Day, row: 1 },
      FromTime: { label: msg`Earliest start`, input: Clock, row: 2 },
      UntilTime: { label: msg`Latest start`, input: Clock, row: 2 },
      Direction: {
        label: msg`Direction`,
        input: choice(Object.entries(directions).map(([value, label]) => ({ value, label }))),
        when: () => !load,
      },
      LoadTypeId: {
        label: msg`Load type`,
        input: choice(types.map((t) => ({ value: t.LoadTypeId, label: t.Name }))),
        when: () => types.length > 0,
      },
      Reference: { label: msg`Reference`, input: Text, hint: msg`PO, BOL or load number`, when: () => !load, required: true, row: 3 },
      Carrier: { label: msg`Carrier`, input: Text, when: () => !load, row: 3 },
    },
    submit: msg`Add`,
    of: (typed) => load || typed.Reference,
    subject: (r) => r.ShipmentId || (r.WarehouseId ?? ''),
    toRequest: ({ FromTime = '', UntilTime = '', ...rest }) => ({
      ...rest,
      FromTime: FromTime.slice(0, 5),
      UntilTime: UntilTime.slice(0, 5),
    }),
  })
