import { msg } from '@lingui/core/macro'
import type { RoutingDefaults } from '@sync/gen/api'
import { section } from '@/kit/settings/section'
import { valueFields } from '../scenario/runForm'

const cash = (minor: number) => (minor / 100).toFixed(2)

/** What a scenario begins with. */
export const defaultsSection = section<RoutingDefaults>('Mtl/SaveDefaults', {
  key: 'mtl',
  title: msg`Multi-stop routes`,
  meaning: msg`What trucks take, when they drive and what they cost, for the routes of carriers and of your own fleet.`,
  fields: {
    ...valueFields,
    mileMinor: { ...valueFields.mileMinor, shows: cash },
    minimumMinor: { ...valueFields.minimumMinor, shows: cash },
    stopMinor: { ...valueFields.stopMinor, shows: cash },
    fleetMileMinor: { ...valueFields.fleetMileMinor, shows: cash },
    fleetDayMinor: { ...valueFields.fleetDayMinor, shows: cash },
  },
})
