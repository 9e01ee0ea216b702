import { msg } from '@lingui/core/macro'
import type { Words } from '../words/words'

const names: Record<string, Words> = {
  LTL: msg`LTL`,
  VOLUME: msg`Volume LTL`,
  TL: msg`Truckload`,
  PARCEL: msg`Parcel`,
  INTERMODAL: msg`Intermodal`,
  OCEAN: msg`Ocean`,
  MTL: msg`Truckload, several stops`,
}

/** What a shipment's mode is called; the trade's own letters stand for themselves. */
export const modeName = (mode: string): Words => names[mode] ?? mode
