/** In what a new weight or length is entered, until somebody chooses another unit for it. */
export type Units = 'us' | 'metric'

let units: Units = 'us'

/** Told by the frame, from the organization's set-up. */
export const setUnits = (chosen: string) => {
  units = chosen === 'metric' ? 'metric' : 'us'
}
export const weightUnit = () => (units === 'metric' ? 'kg' : 'lb')
