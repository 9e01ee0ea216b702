import { msg } from '@lingui/core/macro'
import type { TrackingChange, TrackingEvent, TrackingUnit } from '@sync/gen/api'
import type { Words } from '@/kit/words/words'

export type Code = TrackingEvent['Code']

/** What an ETA is of, the last stop first. */
export const etaNames: Partial<Record<Code, Words>> = {
  arrived: msg`Vessel arrival`,
  'rail-arrived': msg`Train arrival`,
  'inland-arrived': msg`Inland arrival`,
  delivered: msg`Delivery`,
}

export const sourceNames: Record<TrackingEvent['Source'], Words> = {
  hand: msg`Entered by hand`,
  terminal49: 'Terminal49',
  forwarder: msg`Forwarder`,
}

export const saidByNames: Record<TrackingEvent['SaidBy'], Words> = {
  '': '',
  line: msg`Ocean carrier`,
  terminal: msg`Terminal`,
  ais: msg`Vessel position`,
}

/** Why an ETA is what it is. */
export function whyWords(why: TrackingChange['Why'], note: string): Words {
  switch (why) {
    case 'first':
      return note || msg`First ETA`
    case 'vessel':
      return msg`Rolled from ${note}`
    case 'port':
      return msg`Rerouted from ${note}`
    case 'line':
      return note || msg`Carrier updated the ETA`
    case 'terminal':
      return note || msg`Terminal updated the ETA`
    case 'ais':
      return note || msg`Vessel position`
    case 'hand':
      return note || msg`Entered by hand`
    case 'provider':
      return note || msg`Provider updated the ETA`
    default:
      return ''
  }
}

/** The rail journey and the ocean journey share some events; each form offers its own. */
export const oceanCodes = [
  'empty-out',
  'gate-in',
  'loaded',
  'departed',
  'transshipment-arrived',
  'transshipment-discharged',
  'transshipment-loaded',
  'transshipment-departed',
  'arrived',
  'berthed',
  'discharged',
  'held',
  'available',
  'gate-out',
  'rail-loaded',
  'rail-departed',
  'rail-arrived',
  'rail-unloaded',
  'inland-arrived',
  'delivered',
  'empty-in',
  'delayed',
] as const satisfies readonly Code[]

export const railCodes = [
  'rail-loaded',
  'rail-departed',
  'passed',
  'interchanged',
  'rail-arrived',
  'placed',
  'rail-unloaded',
  'delivered',
  'empty-in',
  'bad-order',
  'delayed',
] as const satisfies readonly Code[]

export const providerStates: Record<TrackingUnit['ProviderState'], Words> = {
  '': '',
  pending: msg`Requested`,
  tracked: msg`Tracked`,
  failed: msg`Failed`,
}
