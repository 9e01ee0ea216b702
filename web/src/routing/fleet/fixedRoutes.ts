import { msg } from '@lingui/core/macro'
import type { RoutingRoute, RoutingRouteReq } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { choices, Several } from '@/kit/form/inputs'
import { resource } from '@/kit/resource/resource'
import { inWords } from '@/kit/words/words'
import { DepotChoice, DriverChoice, VehicleChoice } from './choices'

type Weekday = RoutingRoute['Days'][number]

const days: Record<Weekday, ReturnType<typeof msg>> = {
  mon: msg`Mon`,
  tue: msg`Tue`,
  wed: msg`Wed`,
  thu: msg`Thu`,
  fri: msg`Fri`,
  sat: msg`Sat`,
  sun: msg`Sun`,
}
const week = Object.keys(days) as Weekday[] // Object.keys forgets the keys' type

/** Routes that are driven on the same days of every week. */
export const fixedRoutes = resource<RoutingRoute, RoutingRouteReq>({
  title: msg`Fixed routes`,
  list: 'Fleet/Routes',
  id: (r) => r.RouteId,
  called: (r) => r.Code,
  write: 'manage-fleet',
  columns: [
    { key: 'Code', label: msg`Route`, as: 'identifier', phone: true },
    { key: 'Name', label: msg`Name`, phone: true },
    { key: 'Depot', label: msg`Depot`, as: 'identifier' },
    {
      key: 'Days',
      label: msg`Days`,
      value: (r) =>
        week
          .filter((d) => r.Days.includes(d))
          .map((d) => inWords(days[d]))
          .join(', '),
      phone: true,
    },
    { key: 'Departs', label: msg`Departs` },
    { key: 'Stops', label: msg`Stops`, value: (r) => r.Stops.join(' → ') },
    { key: 'Vehicle', label: msg`Vehicle`, as: 'identifier' },
    { key: 'Driver', label: msg`Driver`, as: 'identifier' },
    { key: 'Disabled', label: msg`In use`, value: (r) => inWords(r.Disabled ? msg`No` : msg`Yes`) },
  ],
  filters: ['Depot', 'Vehicle', 'Driver', 'Disabled'],
  empty: msg`No fixed routes yet. Add the routes that your trucks drive every week.`,
  form: defineForm<RoutingRouteReq, RoutingRoute>('Fleet/SaveRoute', {
    title: msg`Fixed route`,
    fields: {
      Code: { label: msg`Route code`, row: 1 },
      Name: { row: 1 },
      Depot: { label: msg`Depot`, input: DepotChoice },
      Days: { label: msg`Days`, input: choices(week.map((value) => ({ value, label: days[value] }))), row: 2 },
      Departs: { label: msg`Departs`, hint: msg`24-hour time, such as 06:30`, row: 2 },
      Stops: { label: msg`Stops`, hint: msg`ZIP codes in driving order`, input: Several },
      Vehicle: { label: msg`Vehicle`, input: VehicleChoice, row: 3 },
      Driver: { label: msg`Driver`, input: DriverChoice, row: 3 },
      Note: {},
      Disabled: {},
    },
  }),
  end: 'Fleet/EndRoute',
  restore: 'Fleet/RestoreRoute',
})
