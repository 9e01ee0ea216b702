import { msg } from '@lingui/core/macro'
import type { WarehouseHours, WarehouseHoursReq } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { Clock, choiceOf, choices } from '@/kit/form/inputs'
import { resource } from '@/kit/resource/resource'
import { useWords, type Words } from '@/kit/words/words'
import { useSiteChoices } from '../sites/useSiteChoices'

const weekdays: Record<string, Words> = {
  MON: msg`Mon`,
  TUE: msg`Tue`,
  WED: msg`Wed`,
  THU: msg`Thu`,
  FRI: msg`Fri`,
  SAT: msg`Sat`,
  SUN: msg`Sun`,
}

function Days({ of }: { of: readonly string[] }) {
  const words = useWords()
  return <>{of.map((d) => words(weekdays[d] ?? d)).join(', ')}</>
}

/** When a warehouse works, by weekday. */
export const hours = resource<WarehouseHours, WarehouseHoursReq>({
  title: msg`Hours of operation`,
  list: 'WarehousesSlots/LoadHoursofOperation',
  id: (h) => h.HoursId,
  called: (h) => `${h.WarehouseId}, ${h.OpenTime}–${h.CloseTime}`,
  write: 'manage-warehouses',
  columns: [
    { key: 'WarehouseId', label: msg`Warehouse`, phone: true },
    { key: 'Days', label: msg`Weekdays`, as: 'list', width: 260, cell: (h) => <Days of={h.Days} />, phone: true },
    { key: 'OpenTime', label: msg`Opens`, phone: true },
    { key: 'CloseTime', label: msg`Closes`, phone: true },
  ],
  filters: ['WarehouseId'],
  empty: msg`No hours yet. Without them a pickup can be asked for at any time of the day.`,
  form: defineForm<WarehouseHoursReq, WarehouseHours>('WarehousesSlots/AddHoursofOperation', {
    title: msg`Hours of operation`,
    intro: msg`A night shift closes on the day after. 00:00 to 00:00 is open all day.`,
    fields: {
      WarehouseId: { label: msg`Warehouse`, input: choiceOf(useSiteChoices) },
      Days: { label: msg`Weekdays`, input: choices(Object.entries(weekdays).map(([value, label]) => ({ value, label }))) },
      OpenTime: { label: msg`Opens`, input: Clock, row: 1 },
      CloseTime: { label: msg`Closes`, input: Clock, row: 1 },
    },
  }),
  end: 'WarehousesSlots/RemoveHoursofOperation',
  restore: 'WarehousesSlots/RestoreHoursofOperation',
})
