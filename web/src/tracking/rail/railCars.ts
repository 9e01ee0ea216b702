import { msg } from '@lingui/core/macro'
import type { TrackingRailCar, TrackingRailCarReq } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { measureIn, oneOf } from '@/kit/form/inputs'
import { resource } from '@/kit/resource/resource'
import { inWords } from '@/kit/words/words'

const kinds: Record<TrackingRailCar['Kind'], ReturnType<typeof msg>> = {
  boxcar: msg`Boxcar`,
  reefer: msg`Refrigerated boxcar`,
  hopper: msg`Hopper`,
  tank: msg`Tank car`,
  gondola: msg`Gondola`,
  flatcar: msg`Flatcar`,
  centerbeam: msg`Centerbeam`,
  autorack: msg`Autorack`,
  well: msg`Well car`,
}

/** Rail cars by their reporting mark and number. */
export const railCars = resource<TrackingRailCar, TrackingRailCarReq>({
  title: msg`Rail cars`,
  list: 'Tracking/RailCars',
  id: (c) => c.RailCarId,
  called: (c) => c.CarNumber,
  write: 'plan',
  columns: [
    { key: 'CarNumber', label: msg`Car number`, as: 'identifier', phone: true },
    { key: 'Kind', label: msg`Kind`, value: (c) => inWords(kinds[c.Kind]), phone: true },
    { key: 'Owner', label: msg`Owner` },
    { key: 'Capacity', label: msg`Load limit`, as: 'measure', value: (c) => c.Capacity.milli },
    { key: 'Disabled', label: msg`In use`, value: (c) => inWords(c.Disabled ? msg`No` : msg`Yes`) },
  ],
  filters: ['Kind', 'Owner', 'Disabled'],
  empty: msg`No rail cars yet.`,
  form: defineForm<TrackingRailCarReq, TrackingRailCar>('Configuration/CreateNewRailCar', {
    title: msg`Rail car`,
    fields: {
      CarNumber: { label: msg`Car number`, hint: msg`As BNSF 12345`, row: 1 },
      Kind: { input: oneOf(kinds), row: 1 },
      Owner: { label: msg`Owner`, row: 2 },
      Capacity: { label: msg`Load limit`, input: measureIn(['lb', 'kg']), row: 2 },
      Note: {},
      Disabled: {},
    },
  }),
  end: 'Tracking/EndRailCar',
  restore: 'Tracking/RestoreRailCar',
})
