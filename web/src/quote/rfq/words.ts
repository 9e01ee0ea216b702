import { msg } from '@lingui/core/macro'
import type { QuoteRFQCarrier } from '@sync/gen/api'
import type { QuoteRequest } from '@sync/gen/tables'
import type { Hue } from '@/kit/status/StatusBadge'
import type { Words } from '@/kit/words/words'

export type Equipment = Exclude<QuoteRFQCarrier['Equipment'], ''>

/** The trailers that truckloads are asked for. */
export const equipmentWords: Record<Equipment, Words> = {
  van: msg`Dry van`,
  reefer: msg`Reefer`,
  flatbed: msg`Flatbed`,
  'step-deck': msg`Step deck`,
  'power-only': msg`Power only`,
}

export const standings: Record<QuoteRequest['state'], { hue: Hue; label: Words }> = {
  open: { hue: 'waiting', label: msg({ message: 'Open', context: 'quotes' }) },
  awarded: { hue: 'good', label: msg`Awarded` },
  closed: { hue: 'quiet', label: msg`Closed` },
}

/** Where a carrier stands before it has answered; after that its quote's state says it. */
export const sentWords: Record<string, { hue: Hue; label: Words } | undefined> = {
  sent: { hue: 'waiting', label: msg`Sent` },
  acknowledged: { hue: 'attention', label: msg`Acknowledged` },
}
