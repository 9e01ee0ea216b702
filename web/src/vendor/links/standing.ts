import { msg } from '@lingui/core/macro'
import type { Hue } from '@/kit/status/StatusBadge'
import type { Words } from '@/kit/words/words'

/** How a link stands that was sent, or was not. */
export const standing = (l: {
  active: boolean
  openings: number
  revokedAt: string | null
  sentAt: string | null
}): { hue: Hue; label: Words } => {
  if (l.active) return l.openings > 0 ? { hue: 'good', label: msg`Opened` } : { hue: 'waiting', label: msg`Sent` }
  if (l.revokedAt) return { hue: 'stopped', label: msg`Revoked` }
  return l.sentAt ? { hue: 'attention', label: msg`Expired` } : { hue: 'quiet', label: msg`Not sent` }
}
