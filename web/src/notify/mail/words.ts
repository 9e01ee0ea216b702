import { msg } from '@lingui/core/macro'
import type { NotifyMail } from '@sync/gen/api'
import type { Hue } from '@/kit/status/StatusBadge'
import type { Words } from '@/kit/words/words'

/** The reason of a mail that was over before it left: nobody is to send it. */
export const recalled = 'mail-recalled'

/** Whether something kept a mail from leaving, be it that no mail server was asked: it is tried again by itself. */
export const putOff = (m: Pick<NotifyMail, 'state' | 'error'>) => m.state === 'waiting' && m.error !== ''

/** How a mail stands. */
export function standing(m: Pick<NotifyMail, 'state' | 'error'>): { label: Words; hue: Hue } {
  if (m.state === 'sent') return { label: msg`sent`, hue: 'good' }
  if (m.error === recalled) return { label: msg`recalled`, hue: 'quiet' }
  if (m.state === 'failed') return { label: msg`not sent`, hue: 'stopped' }
  return putOff(m) ? { label: msg`delayed, retrying`, hue: 'attention' } : { label: msg`on its way`, hue: 'waiting' }
}
