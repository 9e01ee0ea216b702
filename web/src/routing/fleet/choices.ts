import { useMemo } from 'react'
import { choiceOf } from '@/kit/form/inputs'
import { useCall } from '@/kit/remote/useCall'

/** Depots, vehicles and drivers that a form offers. Each is named by its code, as on the screen and on paper. */
export const DepotChoice = choiceOf(() => {
  const { data } = useCall('Fleet/Depots', undefined)
  return useMemo(() => data?.map((d) => ({ value: d.Code, label: `${d.Code} · ${d.Name}` })), [data])
})

export const VehicleChoice = choiceOf(() => {
  const { data } = useCall('Fleet/Vehicles', undefined)
  return useMemo(() => data?.filter((v) => !v.Disabled).map((v) => ({ value: v.Code, label: v.Code })), [data])
})

export const DriverChoice = choiceOf(() => {
  const { data } = useCall('Fleet/Drivers', undefined)
  return useMemo(() => data?.filter((d) => !d.Disabled).map((d) => ({ value: d.Code, label: `${d.Code} · ${d.Name}` })), [data])
})
