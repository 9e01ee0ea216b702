import { msg } from '@lingui/core/macro'
import type { WarehouseBookingTerms, WarehouseBookingTermsReq } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { Count, choiceOf } from '@/kit/form/inputs'
import { resource } from '@/kit/resource/resource'
import { useSiteChoices } from '../sites/useSiteChoices'

/** On which terms carriers and brokers book times at a warehouse by their links, and its gates give them out by themselves. */
export const bookingTerms = resource<WarehouseBookingTerms, WarehouseBookingTermsReq>({
  title: msg`Booking terms`,
  list: 'Warehouse/BookingTerms',
  id: (t) => t.TermsId,
  called: (t) => t.WarehouseId,
  write: 'manage-warehouses',
  columns: [
    { key: 'WarehouseId', label: msg`Warehouse`, phone: true },
    { key: 'BookDaysAhead', label: msg`Days ahead`, as: 'number', phone: true },
    { key: 'MostBooked', label: msg`Times without a load`, as: 'number', phone: true },
    { key: 'HoldMinutes', label: msg`Hold (min)`, as: 'number' },
    { key: 'OfferMinutes', label: msg`Offer (min)`, as: 'number' },
    { key: 'GateTrucks', label: msg`Gate (trucks)`, as: 'number' },
    { key: 'GateMinutes', label: msg`Gate (min)`, as: 'number' },
  ],
  filters: ['WarehouseId'],
  empty: msg`No terms of your own. Carriers book up to 60 days ahead, 20 times without a load, hold a time for 30 minutes and an offer for 60. Gates admit nobody by themselves.`,
  fresh: { BookDaysAhead: 60, MostBooked: 20, HoldMinutes: 30, OfferMinutes: 60, GateTrucks: 0, GateMinutes: 120 },
  form: defineForm<WarehouseBookingTermsReq, WarehouseBookingTerms>('Warehouse/SaveBookingTerms', {
    title: msg`Booking terms`,
    intro: msg`They hold for carriers and brokers that book by their links, and for the gates.`,
    fields: {
      WarehouseId: { label: msg`Warehouse`, input: choiceOf(useSiteChoices) },
      BookDaysAhead: { label: msg`Days ahead`, input: Count, hint: msg`Later days are not given out yet.`, row: 1 },
      MostBooked: { label: msg`Times without a load`, input: Count, hint: msg`At once, for one link.`, row: 1 },
      HoldMinutes: { label: msg`Hold a time (minutes)`, input: Count, hint: msg`In all, however often it is renewed.`, row: 2 },
      OfferMinutes: { label: msg`Hold an offer (minutes)`, input: Count, hint: msg`For the next on the waiting list.`, row: 2 },
      GateTrucks: {
        label: msg`Trucks a gate admits by itself`,
        input: Count,
        hint: msg`For each device at a gate. Their doors are taken meanwhile.`,
        row: 3,
      },
      GateMinutes: { label: msg`For how long (minutes)`, input: Count, hint: msg`After its last contact.`, row: 3 },
    },
    subject: (r) => r.TermsId || (r.WarehouseId ?? ''),
  }),
  end: 'Warehouse/RemoveBookingTerms',
  restore: 'Warehouse/RestoreBookingTerms',
})
