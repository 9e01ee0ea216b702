import { msg } from '@lingui/core/macro'
import type { WarehouseAppointment, WarehouseAppointmentReq } from '@sync/gen/api'
import { CallError } from '@sync/wire'
import { defineForm } from '@/kit/form/defineForm'
import { Clock, Count, choice, Day, LongText, Text, Toggle } from '@/kit/form/inputs'
import type { Words } from '@/kit/words/words'
import { directions } from '../slots/plans'

/** Whether an appointment was refused for a day that a person may mean all the same. */
export const asksForDay = (err: unknown) => err instanceof CallError && err.errors.some((e) => /^pickup-(on|outside)-/.test(e.code ?? ''))

/** Books an appointment or moves one. `load` names the load that it is for, `why` says what it was refused for. */
export const appointmentForm = (doors: readonly string[], load: string, title: Words, why = '') =>
  defineForm<WarehouseAppointmentReq, WarehouseAppointment>('WarehousesSlots/SaveAppointment', {
    title,
    ...(load ? { intro: why || msg`For load ${load}. Its pickup is at the time of its appointment.` } : {}),
    fields: {
      SlotDate: { label: msg`Day`, input: Day, row: 1 },
      StartTime: { label: msg`Time`, input: Clock, row: 1 },
      Minutes: { label: msg`Minutes`, input: Count, hint: msg`As long as a slot, where you leave it empty.`, row: 2 },
      Door: { label: msg`Door`, input: choice(doors.map((d) => ({ value: d, label: d }))), row: 2 },
      Direction: {
        label: msg`Direction`,
        input: choice(Object.entries(directions).map(([value, label]) => ({ value, label }))),
        when: () => !load,
      },
      Reference: { label: msg`Reference`, input: Text, hint: msg`PO, BOL or load number`, when: () => !load, required: true, row: 3 },
      Carrier: { label: msg`Carrier`, input: Text, when: () => !load, row: 3 },
      Note: { label: msg`Note`, input: LongText },
      DaySeen: { label: msg`Pick up on a weekend, a holiday or outside the warehouse's hours`, input: Toggle, when: () => load !== '' },
    },
    submit: msg`Save`,
    done: msg`The appointment is saved.`,
    of: (typed) => load || typed.Reference,
    subject: (r) => r.AppointmentId || r.ShipmentId || `${r.WarehouseId}/${r.SlotDate}`,
    toRequest: ({ WarehouseId = '', Direction = '', SlotDate = '', StartTime = '', ...rest }) => ({
      ...rest,
      WarehouseId,
      Direction,
      SlotDate,
      StartTime: StartTime.slice(0, 5),
    }),
  })
