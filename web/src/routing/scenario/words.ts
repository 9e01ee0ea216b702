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
  apart: msg`Its temperature goes with no other freight`,
  stops: msg`Every truck has its stops`,
  end: msg`Takes longer than a route may last`,
  full: msg`No truck has room left`,
  'no-truck': msg`No truck takes it`,
}

/** A limit that a route exceeds. */
export const exceeded: Record<string, Words> = {
  weight: msg`Over the weight limit`,
  pallets: msg`Over the pallet limit`,
  cube: msg`Over the volume limit`,
  stops: msg`Too many stops`,
  late: msg`Arrives too late`,
  feature: msg`Equipment missing`,
  apart: msg`Temperatures do not go together`,
  end: msg`Lasts too long`,
}
