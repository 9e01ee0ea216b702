import { modeName } from '@/kit/format/mode'

/** Rate modes that shipments have, by their bits. */
export const modes = [
  { bit: 1, label: modeName('LTL') },
  { bit: 2, label: modeName('PARCEL') },
  { bit: 16, label: modeName('VOLUME') },
  { bit: 32, label: modeName('TL') },
  { bit: 64, label: modeName('OCEAN') },
  { bit: 256, label: modeName('INTERMODAL') },
]
