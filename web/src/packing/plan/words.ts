import { msg } from '@lingui/core/macro'
import type { PackingBox, PackingPlan } from '@sync/gen/tables'
import type { Hue } from '@/kit/status/StatusBadge'
import type { Words } from '@/kit/words/words'

export type Kind = PackingPlan['kind']

export const kindWords: Record<Kind, Words> = { carton: msg`Cartons`, pallet: msg`Pallets`, unit: msg`Handling units` }

/** One of those that a plan packs into, by its number in the plan. */
export const oneWords: Record<Kind, (n: number) => Words> = {
  carton: (n) => msg`Carton ${n}`,
  pallet: (n) => msg`Pallet ${n}`,
  unit: (n) => msg`Handling unit ${n}`,
}

export const closeWords: Record<Kind, Words> = {
  carton: msg`Close the carton`,
  pallet: msg`Close the pallet`,
  unit: msg`Close the unit`,
}

export const planStates: Record<PackingPlan['state'], { label: Words; hue: Hue }> = {
  planned: { label: msg`Planned`, hue: 'quiet' },
  packing: { label: msg`Being packed`, hue: 'waiting' },
  verified: { label: msg`Verified`, hue: 'good' },
  dropped: { label: msg`Undone`, hue: 'stopped' },
}

export const boxStates: Record<PackingBox['state'], { label: Words; hue: Hue }> = {
  open: { label: msg`Open`, hue: 'quiet' },
  packed: { label: msg`Packed`, hue: 'good' },
  short: { label: msg`Packed short`, hue: 'attention' },
  dropped: { label: msg`Undone`, hue: 'stopped' },
}
