import { msg } from '@lingui/core/macro'
import type { RoutingDriver, RoutingDriverReq } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { oneOf } from '@/kit/form/inputs'
import { resource } from '@/kit/resource/resource'
import { inWords } from '@/kit/words/words'
import { DepotChoice, VehicleChoice } from './choices'

const classes: Record<RoutingDriver['LicenseClass'], ReturnType<typeof msg>> = {
  A: msg`CDL A`,
  B: msg`CDL B`,
  C: msg`CDL C`,
  D: msg`No CDL`,
}

/** The organisation's own drivers. */
export const drivers = resource<RoutingDriver, RoutingDriverReq>({
  title: msg`Drivers`,
  list: 'Fleet/Drivers',
  id: (d) => d.DriverId,
  called: (d) => d.Name,
  write: 'manage-fleet',
  columns: [
    { key: 'Name', label: msg`Driver`, phone: true },
    { key: 'Code', label: msg`Employee #`, as: 'identifier' },
    { key: 'Depot', label: msg`Depot`, as: 'identifier', phone: true },
    { key: 'Vehicle', label: msg`Vehicle`, as: 'identifier' },
    { key: 'Phone', label: msg`Phone`, phone: true },
    { key: 'LicenseClass', label: msg`License class`, value: (d) => inWords(classes[d.LicenseClass]) },
    { key: 'LicenseUntil', label: msg`License expires`, as: 'day' },
    { key: 'MedicalUntil', label: msg`Medical card expires`, as: 'day' },
    { key: 'Disabled', label: msg`In use`, value: (d) => inWords(d.Disabled ? msg`No` : msg`Yes`) },
  ],
  filters: ['Depot', 'LicenseClass', 'Disabled'],
  sort: [{ id: 'Name' }],
  empty: msg`No drivers yet. Add the drivers of your own trucks.`,
  form: defineForm<RoutingDriverReq, RoutingDriver>('Fleet/SaveDriver', {
    title: msg`Driver`,
    fields: {
      Code: { label: msg`Employee #`, row: 1 },
      Name: { row: 1 },
      Depot: { label: msg`Depot`, input: DepotChoice, row: 2 },
      Vehicle: { label: msg`Usual vehicle`, input: VehicleChoice, row: 2 },
      Phone: { row: 3 },
      Email: { row: 3 },
      License: { label: msg`License #`, row: 4 },
      LicenseClass: { label: msg`License class`, input: oneOf(classes), row: 4 },
      LicenseUntil: { label: msg`License expires`, row: 5 },
      MedicalUntil: { label: msg`Medical card expires`, row: 5 },
      Disabled: {},
    },
  }),
  end: 'Fleet/EndDriver',
  restore: 'Fleet/RestoreDriver',
})
