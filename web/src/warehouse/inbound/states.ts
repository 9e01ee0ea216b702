import { msg } from '@lingui/core/macro'
import type { WarehouseComing } from '@sync/gen/api'
import type { Hue } from '@/kit/status/StatusBadge'
import type { Words } from '@/kit/words/words'

/** How far an inbound truck is, in the order of a day. */
export const inboundStates: Record<WarehouseComing['state'], { label: Words; hue: Hue }> = {
  expected: { label: msg`Expected`, hue: 'quiet' },
  late: { label: msg`Late`, hue: 'attention' },
  overdue: { label: msg`Overdue`, hue: 'attention' },
  here: { label: msg`Here`, hue: 'waiting' },
  done: { label: msg`Done`, hue: 'good' },
  'no-show': { label: msg`No show`, hue: 'stopped' },
}
