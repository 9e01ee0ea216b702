import { msg } from '@lingui/core/macro'
import type { WarehouseComing } from '@sync/gen/api'
import { measure } from '@/kit/format/measure'
import { day } from '@/kit/format/time'
import { timeOfDay } from '@/kit/format/window'
import type { ListSpec, RowAction } from '@/kit/list/defineList'
import { StatusBadge } from '@/kit/status/StatusBadge'
import type { Words } from '@/kit/words/words'
import { doing } from '../scheduler/states'
import { inboundStates } from './states'

interface Acts {
  book: (r: WarehouseComing) => unknown
  state: (r: WarehouseComing, state: string) => unknown
  endVisit: (r: WarehouseComing) => unknown
}

/** The trucks that come on a day, by time; those that are left of earlier days first. */
export const inboundList = (
  words: (w: Words) => string,
  locale: string,
  on: string,
  acts: Acts | undefined,
): ListSpec<WarehouseComing> => ({
  name: 'inbound-day',
  title: msg`Trucks`, // the page's own title stands above
  id: (r) => r.key,
  columns: [
    {
      key: 'start',
      label: msg`Time`,
      width: 150,
      phone: true,
      value: (r) => `${r.day} ${r.start || '24'}`, // loads without a time come last
      cell: (r) => `${r.day === on ? '' : `${day(r.day, locale)} `}${r.start ? timeOfDay(r.start) : words(msg`No time`)}`,
    },
    { key: 'door', label: msg`Door`, width: 80, phone: true },
    {
      key: 'state',
      label: msg`Status`,
      width: 120,
      phone: true,
      value: (r) => words(inboundStates[r.state].label),
      cell: (r) => <StatusBadge {...inboundStates[r.state]} />,
    },
    {
      key: 'shipment',
      label: msg`Shipment`,
      as: 'identifier',
      width: 130,
      phone: true,
      value: (r) => r.shipment || r.reference,
      link: (r) => (r.shipmentId ? { page: 'ShipmentDetails', params: { shipmentid: r.shipmentId } } : undefined),
    },
    { key: 'from', label: msg`From`, width: 190, phone: true },
    { key: 'orders', label: msg`Purchase orders`, as: 'list', width: 150, value: (r) => r.orders.join(', ') },
    { key: 'carrier', label: msg`Carrier`, width: 170 },
    { key: 'pallets', label: msg`Pallets`, as: 'number', width: 90, phone: true },
    { key: 'pieces', label: msg`Pieces`, as: 'number', width: 90 },
    {
      key: 'weight',
      label: msg`Weight`,
      as: 'number',
      width: 110,
      value: (r) => r.weight.milli,
      cell: (r) => (r.weight.unit ? measure(r.weight, locale) : ''),
    },
    { key: 'appointment', label: msg`Appointment`, as: 'identifier', width: 120 },
    { key: 'arrivedAt', label: msg`Arrived`, as: 'dateTime', width: 150 },
    { key: 'driver', label: msg`Driver`, width: 150 },
    { key: 'trailer', label: msg`Trailer`, as: 'identifier', width: 120 },
    { key: 'plate', label: msg`License plate`, as: 'identifier', hidden: true },
    { key: 'seal', label: msg`Seal`, as: 'identifier', hidden: true },
    { key: 'bol', label: msg`BOL`, as: 'identifier', hidden: true },
    { key: 'pro', label: msg`PRO`, as: 'identifier', hidden: true },
  ],
  filters: ['door', 'carrier', 'from'],
  hue: (r) => (r.state === 'late' || r.state === 'overdue' ? 'attention' : undefined),
  empty: msg`Nothing comes on this day.`,
  actions: acts
    ? [
        {
          label: msg`Book a time`,
          main: true,
          when: (r) => r.appointmentId === '' && r.shipmentId !== '' && r.state !== 'done',
          run: acts.book,
        },
        ...['arrived', 'done', 'no-show', 'booked'].map(
          (state): RowAction<WarehouseComing> => ({
            label: doing[state] ?? state,
            when: (r) => r.next.includes(state) && r.state !== 'done',
            run: (r) => acts.state(r, state),
          }),
        ),
        { label: msg`Reopen`, when: (r) => r.state === 'done' && r.next.includes('arrived'), run: (r) => acts.state(r, 'arrived') },
        { label: msg`End the driver's visit`, when: (r) => r.visitId !== '', run: acts.endVisit },
      ]
    : [],
})
