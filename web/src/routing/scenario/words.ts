import { msg } from '@lingui/core/macro'
import type { RoutingScenario } from '@sync/gen/api'
import type { Hue } from '@/kit/status/StatusBadge'
import type { Words } from '@/kit/words/words'

export const states: Record<RoutingScenario['State'], { label: Words; hue: Hue }> = {
  waiting: { label: msg`Waiting`, hue: 'waiting' },
  running: { label: msg`Running`, hue: 'waiting' },
  done: { label: msg`Done`, hue: 'good' },
  failed: { label: msg`Failed`, hue: 'stopped' },
  stopped: { label: msg`Stopped`, hue: 'attention' },
  applied: { label: msg`Shipments created`, hue: 'good' },
}

/** Whether the server still works on a scenario. */
export const works = (s: Pick<RoutingScenario, 'State'> | undefined) => s?.State === 'waiting' || s?.State === 'running'

/** Why an order is on no route. */
export const leftOut: Record<string, Words> = {
  'cheaper-alone': msg`Cheaper by itself`,
  'by-hand': msg`Taken out by hand`,
  'place-unknown': msg`Postal code not known`,
  collect: msg`Collect: the consignee chooses the carrier`,
  weight: msg`Heavier than a truck takes`,
  pallets: msg`More pallets than a truck takes`,
  cube: msg`More volume than a truck takes`,
  late: msg`No truck gets there in receiving hours before it is due`,
  feature: msg`Needs equipment that no truck has`,
  'lift-gate': msg`Needs a lift gate, and no free truck has one`,
  reefer: msg`Needs a reefer, and no free truck is one`,
  'lift-gate-reefer': msg`Needs a reefer with a lift gate`,
  hazmat: msg`Its hazardous goods must not ride with what is loaded (49 CFR 177.848)`,
  apart: msg`Its temperature goes with no other freight`,
  stops: msg`Every truck has its stops`,
  end: msg`Takes longer than a route may last`,
  full: msg`No truck has room left`,
  'no-truck': msg`No truck takes it`,
}

/** Why a plan does without a vehicle of the fleet. */
export const idle: Record<string, Words> = {
  taken: msg`on another plan's route that day`,
  'payload-unknown': msg`payload not entered`,
}

/** A limit that a route exceeds. */
export const exceeded: Record<string, Words> = {
  weight: msg`Over the weight limit`,
  pallets: msg`Over the pallet limit`,
  cube: msg`Over the volume limit`,
  stops: msg`Too many stops`,
  late: msg`Arrives too late`,
  feature: msg`Equipment missing`,
  'lift-gate': msg`No lift gate`,
  reefer: msg`No refrigeration`,
  'lift-gate-reefer': msg`No lift gate or refrigeration`,
  hazmat: msg`Hazardous goods that must not ride together`,
  apart: msg`Temperatures do not go together`,
  end: msg`Lasts too long`,
}
