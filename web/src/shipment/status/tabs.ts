import { msg } from '@lingui/core/macro'
import type { Status } from '@/kit/status/statuses'
import { statuses } from '@/kit/status/statuses'
import type { Words } from '@/kit/words/words'

/** The tabs of the history; those that have left the devices are on the server alone. NS is what is past its day and was not picked up, CI what a claim was begun for. */
export const past = ['O', 'T', 'M', 'NS', 'A', 'X', 'D', 'CI', 'V'] as const
export type PastTab = (typeof past)[number]

/** The tabs of the list of all shipments: single statuses, and those that are looked at together. */
export const listed = ['all', 'O', 'S', 'QH', 'T', 'M', 'TC', 'NS', 'X', 'A', 'D', 'CI', 'V'] as const
export type ListTab = (typeof listed)[number]

/** The tabs whose shipments only the server knows. */
export const onServer = ['CI', 'V'] as const satisfies readonly ListTab[]

/** What each tab of a list holds. Not shipped is what should have left by now: it waits for its pickup, though the day is over. */
export const held: Record<ListTab, { label: Words; of: readonly Status[]; late?: true }> = {
  all: { label: msg`All`, of: ['O', 'S', 'Q', 'H', 'T', 'M', 'A', 'X', 'D'] },
  O: { label: statuses.O.label, of: ['O'] },
  S: { label: statuses.S.label, of: ['S'] },
  QH: { label: msg`Rate & Route or deferred`, of: ['Q', 'H'] },
  T: { label: statuses.T.label, of: ['T'] },
  M: { label: statuses.M.label, of: ['M'] },
  TC: { label: msg`Scheduled or confirmed`, of: ['T', 'M'] },
  NS: { label: msg`Not shipped`, of: ['T', 'M'], late: true },
  X: { label: statuses.X.label, of: ['X'] },
  A: { label: statuses.A.label, of: ['A'] },
  D: { label: statuses.D.label, of: ['D'] },
  CI: { label: msg`Claim initiated`, of: [] },
  V: { label: statuses.V.label, of: ['V'] },
}

/** How many the server counts in a tab. */
export const counted = (tab: PastTab, c: { ByStatus: Record<string, number>; NotShipped: number; Claimed: number }) =>
  tab === 'NS' ? c.NotShipped : tab === 'CI' ? c.Claimed : (c.ByStatus[tab] ?? 0)
