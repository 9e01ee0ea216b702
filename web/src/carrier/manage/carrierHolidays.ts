import { msg } from '@lingui/core/macro'
import type { CarrierHoliday, CarrierHolidayReq } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { resource } from '@/kit/resource/resource'
import { inWords } from '@/kit/words/words'
import { CarrierChoice } from '@/shipment/public'

const says = { closed: msg`Does not run`, open: msg`Runs` }

/** Carriers' own calendars, beside the public holidays: they count in transit, due dates and pickups. */
export const carrierHolidays = resource<CarrierHoliday, CarrierHolidayReq>({
  title: msg`Carrier holidays`,
  list: 'Carriers/Holidays',
  id: (h) => h.HolidayId,
  called: (h) => `${h.Carrier}, ${h.HolidayDate}`,
  write: 'manage-carriers',
  columns: [
    { key: 'HolidayDate', label: msg`Day`, as: 'day', phone: true },
    { key: 'Carrier', label: msg`Carrier`, as: 'identifier', phone: true },
    { key: 'HolidayDesc', label: msg`Holiday`, phone: true },
    { key: 'Runs', label: msg`Calendar`, value: (h) => inWords(h.Runs ? says.open : says.closed) },
  ],
  filters: ['Carrier'],
  empty: msg`No carrier has holidays of its own. Public holidays count by themselves.`,
  fresh: { Runs: false },
  form: defineForm<CarrierHolidayReq, CarrierHoliday>('Carriers/SaveHoliday', {
    title: msg`Carrier holiday`,
    fields: {
      Carrier: { input: CarrierChoice, row: 1 },
      HolidayDate: { label: msg`Day`, row: 1 },
      HolidayDesc: { label: msg`Name` },
      Runs: { label: msg`The carrier runs on this public holiday` },
    },
  }),
  end: 'Carriers/EndHoliday',
  restore: 'Carriers/RestoreHoliday',
})
