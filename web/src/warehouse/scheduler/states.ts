import { msg } from '@lingui/core/macro'
import type { Hue } from '@/kit/status/StatusBadge'
import type { Words } from '@/kit/words/words'

export const states: Record<string, { label: Words; hue: Hue }> = {
  booked: { label: msg`Booked`, hue: 'quiet' },
  arrived: { label: msg`Checked in`, hue: 'waiting' },
  done: { label: msg`Completed`, hue: 'good' },
  'no-show': { label: msg`No show`, hue: 'attention' },
}

/** What a state is given by. */
export const doing: Record<string, Words> = {
  booked: msg`Back to booked`,
  arrived: msg`Check in`,
  done: msg`Complete`,
  'no-show': msg`No show`,
  cancelled: msg`Cancel appointment`,
}

/** How an appointment stands; one that its carrier has confirmed says so. */
export const standing = (b: { State: string; ConfirmedAt: string | null }): { label: Words; hue: Hue } =>
  b.State === 'booked' && b.ConfirmedAt ? { label: msg`Confirmed`, hue: 'good' } : (states[b.State] ?? { label: b.State, hue: 'quiet' })
