import { msg } from '@lingui/core/macro'
import type { ShipmentTender } from '@sync/gen/tables'
import type { Hue } from '@/kit/status/StatusBadge'
import type { Words } from '@/kit/words/words'

export type TenderState = ShipmentTender['state']

/** How a tender stands, in the office's words. */
export const tenderStates: Record<TenderState, { label: Words; hue: Hue }> = {
  waiting: { label: msg`next`, hue: 'quiet' },
  open: { label: msg`waits for an answer`, hue: 'waiting' },
  accepted: { label: msg`accepted`, hue: 'good' },
  rejected: { label: msg`rejected`, hue: 'attention' },
  expired: { label: msg`did not answer`, hue: 'attention' },
  withdrawn: { label: msg`withdrawn`, hue: 'stopped' },
  passed: { label: msg`not tendered`, hue: 'quiet' },
}
