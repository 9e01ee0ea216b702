import { msg } from '@lingui/core/macro'
import type { RoutingVehicle, RoutingVehicleReq } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { Count, measureIn, oneOf } from '@/kit/form/inputs'
import { resource } from '@/kit/resource/resource'
import { inWords } from '@/kit/words/words'
import { DepotChoice } from './choices'

const kinds: Record<RoutingVehicle['Kind'], ReturnType<typeof msg>> = {
  tractor: msg`Tractor`,
  van: msg`Dry van`,
  reefer: msg`Reefer`,
  flatbed: msg`Flatbed`,
  straight: msg`Straight truck`,
  sprinter: msg`Sprinter van`,
}

/** The organisation's own trucks and trailers. */
export const vehicles = resource<RoutingVehicle, RoutingVehicleReq>({
  title: msg`Vehicles`,
  list: 'Fleet/Vehicles',
  id: (v) => v.VehicleId,
  called: (v) => v.Code,
  write: 'manage-fleet',
  columns: [
    { key: 'Code', label: msg`Unit #`, as: 'identifier', phone: true },
    { key: 'Kind', label: msg`Kind`, value: (v) => inWords(kinds[v.Kind]), phone: true },
    { key: 'Depot', label: msg`Depot`, as: 'identifier', phone: true },
    { key: 'Plate', label: msg`License plate`, as: 'identifier' },
    { key: 'Payload', label: msg`Max payload`, as: 'measure', value: (v) => v.Payload.milli },
    { key: 'Pallets', label: msg`Pallet positions`, as: 'number' },
    { key: 'Disabled', label: msg`In use`, value: (v) => inWords(v.Disabled ? msg`No` : msg`Yes`) },
  ],
  filters: ['Kind', 'Depot', 'Disabled'],
  empty: msg`No vehicles yet. Add your own trucks and trailers.`,
  form: defineForm<RoutingVehicleReq, RoutingVehicle>('Fleet/SaveVehicle', {
    title: msg`Vehicle`,
    fields: {
      Code: { label: msg`Unit #`, row: 1 },
      Kind: { input: oneOf(kinds), row: 1 },
      Depot: { label: msg`Depot`, input: DepotChoice },
      Plate: { label: msg`License plate`, row: 2 },
      Pallets: { label: msg`Pallet positions`, input: Count, row: 2 },
      Payload: { label: msg`Max payload`, input: measureIn(['lb', 'kg']) },
      LiftGate: { label: msg`Lift gate` },
      Note: {},
      Disabled: {},
    },
  }),
  end: 'Fleet/EndVehicle',
  restore: 'Fleet/RestoreVehicle',
})
