import { msg } from '@lingui/core/macro'
import type { ShipmentUpdateScheduleReq } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { Clock, Day, Toggle } from '@/kit/form/inputs'
import { windowWrong } from '@/kit/form/pickupWindow'
import { latest, numberOf } from '../move/latest'

/** When the truck comes. */
export const scheduleForm = defineForm<ShipmentUpdateScheduleReq>('Shipment/UpdateSchedule', {
  title: msg`Change the pickup`,
  intro: msg`Times are on the warehouse's clock. The dock sees the new time at once.`,
  fields: {
    ShipOn: { label: msg`Pickup date`, input: Day, required: true },
    PickupByFromTime: { label: msg`Window from`, input: Clock, row: 1 },
    PickupByToTime: {
      label: msg`Window until`,
      input: Clock,
      row: 1,
      check: (to, { PickupByFromTime: from }) => windowWrong(to, from),
    },
    DaySeen: { label: msg`Pick up on a weekend, a holiday or outside the warehouse's hours`, input: Toggle },
  },
  submit: msg`Change`,
  done: msg`The pickup has been changed.`,
  of: numberOf,
  subject: (initial) => initial.ShipmentId ?? '',
  latest,
  toRequest: ({ ShipmentId = '', ShipOn = '', PickupByFromTime = '', PickupByToTime = '', DaySeen = false }) => ({
    ShipmentId,
    ShipOn,
    PickupByFromTime,
    PickupByToTime,
    DaySeen,
  }),
})
