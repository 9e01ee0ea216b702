import { msg } from '@lingui/core/macro'
import type { WarehouseSlotPlan, WarehouseSlotPlanReq } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { Count, Several } from '@/kit/form/inputs'

export const directions = { outbound: msg`Outbound`, inbound: msg`Inbound`, transfer: msg`Transfer` }
export type Direction = keyof typeof directions

/** How a warehouse gives out its time in one direction. */
export const planForm = (doors: readonly string[]) =>
  defineForm<WarehouseSlotPlanReq, WarehouseSlotPlan>('WarehousesSlots/updateWarehouseSlotConfig', {
    title: msg`Slot plan`,
    intro: msg`A slot takes as many trucks as its doors do. Appointments that are booked stay.`,
    fields: {
      SlotMinutes: { label: msg`Minutes per slot`, input: Count, row: 1 },
      PerDoor: { label: msg`Trucks per door and slot`, input: Count, row: 1 },
      Doors: {
        label: msg`Doors`,
        input: Several,
        hint: doors.length > 0 ? msg`All doors of the warehouse, where you name none.` : msg`This warehouse has no doors yet.`,
      },
    },
    done: msg`Successfully updated warehouse slot configuration`,
    subject: (plan) => `${plan.WarehouseId}/${plan.Direction}`,
  })
