import { msg } from '@lingui/core/macro'
import type { Quote } from '@sync/gen/tables'
import type { Hue } from '@/kit/status/StatusBadge'
import type { Words } from '@/kit/words/words'

type State = Quote['state']

export const states: Record<State, { hue: Hue; label: Words }> = {
  requested: { hue: 'waiting', label: msg`Asked` },
  answered: { hue: 'attention', label: msg`Answered` },
  'no-bid': { hue: 'quiet', label: msg`No bid` },
  missed: { hue: 'stopped', label: msg`Missed` },
  won: { hue: 'good', label: msg`Won` },
  lost: { hue: 'quiet', label: msg`Lost` },
  withdrawn: { hue: 'quiet', label: msg`Withdrawn` },
}

export type OutcomeKey = 'total' | 'won' | 'lost' | 'missed' | 'no-bid' | 'open'

interface Outcome {
  key: OutcomeKey
  label: Words
  of: (q: Quote) => boolean
}

export const total: Outcome = { key: 'total', label: msg({ message: 'Total', context: 'quotes' }), of: (q) => q.state !== 'withdrawn' }

/** The outcomes as the documents count them; who was taken out again does not count. */
export const outcomes: Outcome[] = [
  total,
  { key: 'won', label: msg`Won`, of: (q) => q.state === 'won' },
  { key: 'lost', label: msg`Lost`, of: (q) => q.state === 'lost' },
  { key: 'missed', label: msg`Missed`, of: (q) => q.state === 'missed' },
  { key: 'no-bid', label: msg`No bid`, of: (q) => q.state === 'no-bid' },
  { key: 'open', label: msg({ message: 'Open', context: 'quotes' }), of: (q) => q.state === 'requested' || q.state === 'answered' },
]

/** Whether an answer may be taken now: the server judges the same by its own clock. */
export const acceptable = (q: Quote) => q.state === 'answered' && Date.parse(q.validUntil ?? '') > Date.now()
