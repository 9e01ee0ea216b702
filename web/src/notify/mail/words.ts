import { msg } from '@lingui/core/macro'
import type { NotifyMail } from '@sync/gen/api'
import type { Hue } from '@/kit/status/StatusBadge'
import type { Words } from '@/kit/words/words'

/** The reason of a mail that was over before it left: nobody is to send it. */
export const recalled = 'mail-recalled'

/** How a mail stands. One that is put off says so: it is tried again by itself. */
export function standing(m: Pick<NotifyMail, 'state' | 'attempts' | 'error'>): { label: Words; hue: Hue } {
  if (m.state === 'sent') return { label: msg`sent`, hue: 'good' }
  if (m.error === recalled) return { label: msg`taken back`, hue: 'quiet' }
  if (m.state === 'failed') return { label: msg`not sent`, hue: 'stopped' }
  return m.attempts > 0 ? { label: msg`put off, tried again`, hue: 'attention' } : { label: msg`on its way`, hue: 'waiting' }
}
