import { msg } from '@lingui/core/macro'
import type { WarehouseHoliday, WarehouseHolidayReq } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { choiceOf } from '@/kit/form/inputs'
import { savedWords } from '@/kit/form/words'
import { resource } from '@/kit/resource/resource'
import { useSiteChoices } from '../sites/useSiteChoices'

/** Days on which a warehouse is closed. */
export const holidays = resource<WarehouseHoliday, WarehouseHolidayReq>({
  title: msg`Holidays`,
  list: 'WarehousesSlots/getHolidays',
  id: (h) => h.HolidayId,
  called: (h) => `${h.HolidayDesc}, ${h.HolidayDate}`,
  write: 'manage-warehouses',
  columns: [
    { key: 'HolidayDate', label: msg`Day`, as: 'day', phone: true },
    { key: 'HolidayDesc', label: msg`Holiday`, phone: true },
    { key: 'WarehouseId', label: msg`Warehouse` },
  ],
  filters: ['WarehouseId'],
  empty: msg`No holidays. Dock times are closed on the days that are entered here.`,
  form: defineForm<WarehouseHolidayReq, WarehouseHoliday>('WarehousesSlots/createHolidays', {
    title: msg`Holiday`,
    done: ({ HolidayId }) => (HolidayId ? savedWords : msg`Warehouse holidays have been created successfully`),
    fields: {
      HolidayDate: { label: msg`Day` },
      HolidayDesc: { label: msg`Name` },
      WarehouseId: { label: msg`Warehouse`, input: choiceOf(useSiteChoices) },
    },
  }),
  end: 'WarehousesSlots/deleteHoliday',
  restore: 'WarehousesSlots/restoreHoliday',
})
