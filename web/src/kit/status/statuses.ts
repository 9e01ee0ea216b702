import { msg } from '@lingui/core/macro'
import type { Shipment } from '@sync/gen/tables'
import type { Words } from '../words/words'
import type { Hue } from './StatusBadge'

export type Status = Shipment['status']

/** What each status is called, and how it looks: by the trade's words, which the letters of the wire only abbreviate. */
export const statuses: Record<Status, { label: Words; hue: Hue }> = {
  O: { label: msg`Open`, hue: 'quiet' },
  S: { label: msg`Saved`, hue: 'quiet' },
  Q: { label: msg`Rate & Route`, hue: 'waiting' },
  H: { label: msg`Deferred`, hue: 'waiting' },
  T: { label: msg`Scheduled`, hue: 'waiting' },
  M: { label: msg`Confirmed`, hue: 'waiting' },
  A: { label: msg`In transit`, hue: 'good' },
  D: { label: msg`Delivered`, hue: 'good' },
  X: { label: msg`Exception`, hue: 'attention' },
  V: { label: msg`Ended`, hue: 'stopped' },
}
