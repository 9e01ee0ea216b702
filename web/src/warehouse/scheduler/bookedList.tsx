import { msg } from '@lingui/core/macro'
import type { WarehouseBooked } from '@sync/gen/api'
import type { ListSpec, RowAction } from '@/kit/list/defineList'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { doing, standing } from './states'

interface Acts {
  change: (b: WarehouseBooked) => unknown
  state: (b: WarehouseBooked, state: string) => unknown
}

/** The appointments of a day in order of time, for those who read rather than look. */
export const bookedList = (acts: Acts | undefined): ListSpec<WarehouseBooked> => ({
  name: 'appointments',
  title: msg`Appointments`,
  id: (b) => b.AppointmentId,
  columns: [
    { key: 'StartTime', label: msg`Time`, phone: true },
    { key: 'Door', label: msg`Door`, phone: true },
    { key: 'AppointmentNumber', label: msg`Appointment`, as: 'identifier' },
    { key: 'Shipment', label: msg`Load`, as: 'identifier', phone: true, value: (b) => b.Shipment || b.Reference },
    { key: 'BOL', label: msg`BOL`, as: 'identifier' },
    { key: 'PRO', label: msg`PRO`, as: 'identifier', hidden: true },
    { key: 'CarrierName', label: msg`Carrier`, phone: true },
    { key: 'ToName', label: msg`To` },
    { key: 'Pallets', label: msg`Pallets`, as: 'number' },
    { key: 'Minutes', label: msg`Minutes`, as: 'number', hidden: true },
    {
      key: 'State',
      label: msg`Status`,
      phone: true,
      cell: (b) => <StatusBadge {...standing(b)} />,
    },
    { key: 'Note', label: msg`Note` },
  ],
  empty: msg`No appointments on this day.`,
  actions: acts
    ? [
        { label: msg`Change`, main: true, when: (b) => b.State !== 'done', run: acts.change },
        ...['arrived', 'done', 'no-show', 'booked', 'cancelled'].map(
          (state): RowAction<WarehouseBooked> => ({
            label: doing[state] ?? state,
            hard: state === 'cancelled',
            when: (b) => b.Next.includes(state) && b.State !== 'done',
            run: (b) => acts.state(b, state),
          }),
        ),
        { label: msg`Reopen`, when: (b) => b.State === 'done' && b.Next.includes('arrived'), run: (b) => acts.state(b, 'arrived') },
      ]
    : [],
})
