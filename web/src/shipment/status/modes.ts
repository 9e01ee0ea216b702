import { msg } from '@lingui/core/macro'

/** Rate modes that shipments have, by their bits. */
export const modes = [
  { bit: 1, label: msg`LTL` },
  { bit: 2, label: msg`Parcel` },
  { bit: 16, label: msg`Volume LTL` },
  { bit: 32, label: msg`Truckload` },
  { bit: 64, label: msg`Ocean` },
  { bit: 256, label: msg`Intermodal` },
]
