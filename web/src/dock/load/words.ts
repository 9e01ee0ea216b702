import { msg } from '@lingui/core/macro'
import type { Hue } from '@/kit/status/StatusBadge'
import type { Words } from '@/kit/words/words'
import type { Load, Pallet } from './load'

/** How far a load is, in the words of the dock; a hue brings its own shape. */
export const loadStates: Record<Load['state'], { hue: Hue; label: Words }> = {
  waiting: { hue: 'quiet', label: msg`Waiting for driver` },
  arrived: { hue: 'waiting', label: msg`Driver is here` },
  loading: { hue: 'waiting', label: msg`Loading` },
  loaded: { hue: 'attention', label: msg`Closed, to sign` },
  signed: { hue: 'good', label: msg`Signed` },
  left: { hue: 'good', label: msg`Left` },
  void: { hue: 'stopped', label: msg`Void` },
}

export const palletStates: Record<Pallet['state'], { hue: Hue; label: Words }> = {
  staged: { hue: 'quiet', label: msg`On the dock` },
  loaded: { hue: 'good', label: msg`On the trailer` },
  short: { hue: 'attention', label: msg`Short` },
  damaged: { hue: 'attention', label: msg`Damaged` },
  over: { hue: 'attention', label: msg`Over` },
}
