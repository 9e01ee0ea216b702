import { msg } from '@lingui/core/macro'
import type { WarehouseAppointment, WarehouseAppointmentReq, WarehouseLoadType, WarehouseMoveReq } from '@sync/gen/api'
import { CallError } from '@sync/wire'
import { defineForm } from '@/kit/form/defineForm'
import { Clock, Count, choice, Day, LongText, Text, Toggle } from '@/kit/form/inputs'
import type { Words } from '@/kit/words/words'
import { directions } from '../slots/plans'

/** Whether an appointment was refused for a day that a person may mean all the same. */
export const asksForDay = (err: unknown) => err instanceof CallError && err.errors.some((e) => /^pickup-(on|outside)-/.test(e.code ?? ''))

/** Whether a load type's limit speaks against what was asked, which who manages the warehouse may mean all the same. */
export const asksForLimit = (err: unknown) =>
  err instanceof CallError &&
  (/^load-type-(changes|change-late|cancel-late)$/.test(err.code) ||
    err.errors.some((e) => /^load-type-(lead|cut-off)$/.test(e.code ?? '')))

/** What an appointment may be given: the warehouse's doors, its load types, and whether limits may be set aside. */
export interface Offer {
  doors: readonly string[]
  types: readonly WarehouseLoadType[]
  manages: boolean
}

const says = (all: Partial<WarehouseAppointmentReq>) => Boolean(all.LoadTypeId || all.PONumber || all.BOLNumber || all.LoadNumber)

/** Cancels an appointment whose load type's limit is past. */
export const cancelForm = (title: Words, why: string) =>
  defineForm<WarehouseMoveReq, WarehouseAppointment>('WarehousesSlots/MoveAppointment', {
    title,
    intro: why,
    fields: { LimitSeen: { label: msg`Cancel all the same`, input: Toggle } },
    submit: msg`Cancel the appointment`,
    subject: (r) => r.AppointmentId ?? '',
  })

/** Books an appointment or moves one. `load` names the load that it is for, `why` says what it was refused for. */
export const appointmentForm = ({ doors, types, manages }: Offer, load: string, title: Words, why = '') =>
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
      LoadTypeId: {
        label: msg`Load type`,
        input: choice(types.map((t) => ({ value: t.LoadTypeId, label: t.Name }))),
        when: () => types.length > 0,
        also: (id, was) => ({ Minutes: types.find((t) => t.LoadTypeId === id)?.Minutes || (was.LoadTypeId ? 0 : (was.Minutes ?? 0)) }),
      },
      PONumber: { label: msg`PO`, input: Text, when: says, row: 4 },
      BOLNumber: { label: msg`BOL`, input: Text, when: says, row: 4 },
      LoadNumber: { label: msg`Load number`, input: Text, when: says, row: 4 },
      Reference: {
        label: msg`Reference`,
        input: Text,
        hint: msg`PO, BOL or load number`,
        when: (all) => !load && !says(all),
        required: true,
        row: 3,
      },
      Carrier: { label: msg`Carrier`, input: Text, when: () => !load, row: 3 },
      Note: { label: msg`Note`, input: LongText },
      DaySeen: { label: msg`Pick up on a weekend, a holiday or outside the warehouse's hours`, input: Toggle, when: () => load !== '' },
      LimitSeen: {
        label: msg`Book past the load type's limits`,
        input: Toggle,
        when: (all) => manages && Boolean(all.LoadTypeId),
      },
    },
    submit: msg`Save`,
    done: msg`The appointment is saved.`,
    of: (typed) => load || typed.Reference || typed.PONumber || typed.BOLNumber || typed.LoadNumber,
    subject: (r) => r.AppointmentId || r.ShipmentId || `${r.WarehouseId}/${r.SlotDate}`,
    toRequest: ({ WarehouseId = '', Direction = '', SlotDate = '', StartTime = '', ...rest }) => ({
      ...rest,
      WarehouseId,
      Direction,
      SlotDate,
      StartTime: StartTime.slice(0, 5),
    }),
  })
