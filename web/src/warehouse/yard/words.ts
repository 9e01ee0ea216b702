import { msg } from '@lingui/core/macro'
import type { Hue } from '@/kit/status/StatusBadge'
import type { Words } from '@/kit/words/words'
import type { Move, Shows, Trailer } from './yard'

/** What is in a trailer, with the letter that stands for it on the map. */
export const contents: Record<Trailer['contents'], { label: Words; hue: Hue; letter: string }> = {
  empty: { label: msg`Empty`, hue: 'quiet', letter: 'E' },
  partial: { label: msg`Partly loaded`, hue: 'waiting', letter: 'P' },
  loaded: { label: msg`Loaded`, hue: 'good', letter: 'L' },
  unknown: { label: msg`Contents unknown`, hue: 'attention', letter: '?' },
}

export const priorities: Record<Move['priority'], { label: Words; hue: Hue }> = {
  now: { label: msg`Now`, hue: 'stopped' },
  normal: { label: msg`Normal`, hue: 'waiting' },
  later: { label: msg`When there is time`, hue: 'quiet' },
}

export const filters: Record<Shows, Words> = {
  empty: msg`Empty`,
  loaded: msg`Loaded`,
  reefer: msg`Reefers`,
  over: msg`Over free days`,
  asked: msg`To be moved`,
  adrift: msg`No place`,
}

/** What happened to a trailer. */
export const events: Record<string, Words> = {
  came: msg`Came`,
  changed: msg`Details changed`,
  'changed-before': msg`Details changed, reported late`,
  seen: msg`Seen where it stands`,
  'here-after-all': msg`Here after all: named in error at the gate`,
  read: msg`Temperature read`,
  asked: msg`Move requested`,
  moved: msg`Moved`,
  'moved-before': msg`Moved, reported late`,
  cancelled: msg`Move cancelled`,
  left: msg`Left`,
  'left-before': msg`Left, reported late, seen since`,
  'left-unseen': msg`Left without check-out`,
  'left-signed': msg`Left after signing, without check-out`,
  'said-in-error': msg`Number corrected at the gate`,
}

export const offSetPoint = msg`Off its set point`
