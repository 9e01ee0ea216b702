import { msg } from '@lingui/core/macro'
import type { TrackingEvent } from '@sync/gen/api'
import type { Words } from './words'

/** What happens to containers and rail cars, in the trade's words. */
export const transitSteps: Record<TrackingEvent['Code'], Words> = {
  'empty-out': msg`Empty picked up`,
  'gate-in': msg`Gate in at the port`,
  loaded: msg`Loaded on vessel`,
  departed: msg`Vessel departed`,
  'transshipment-arrived': msg`Arrived for transshipment`,
  'transshipment-discharged': msg`Discharged for transshipment`,
  'transshipment-loaded': msg`Loaded after transshipment`,
  'transshipment-departed': msg`Departed after transshipment`,
  arrived: msg`Vessel arrived`,
  berthed: msg`Vessel berthed`,
  discharged: msg`Discharged`,
  held: msg`On hold`,
  available: msg`Available for pickup`,
  'gate-out': msg`Gate out of the port`,
  'rail-loaded': msg`Loaded on rail`,
  'rail-departed': msg`Train departed`,
  passed: msg`Passed a station`,
  interchanged: msg`Interchanged`,
  'rail-arrived': msg`Train arrived`,
  'rail-unloaded': msg`Unloaded from rail`,
  'inland-arrived': msg`Arrived at inland destination`,
  placed: msg`Placed at the dock`,
  delivered: msg`Delivered`,
  'empty-in': msg`Empty returned`,
  'bad-order': msg`Bad order`,
  delayed: msg`Delayed`,
}
