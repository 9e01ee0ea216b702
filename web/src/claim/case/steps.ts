import type { ClaimCase } from '@sync/gen/api'
import { claimStates } from '@sync/gen/claimStates'

/** One permitted step, as the server's own table has it. */
export type Step = (typeof claimStates)[number]

/** What the guards look at. */
export type Guarded = Pick<ClaimCase, 'State' | 'Outcome' | 'Missing'>

/** What a step asks of the claim beyond its state; the same conditions as in server/claim/state.go. */
const guards: Record<string, (c: Guarded) => boolean> = {
  complete: (c) => c.Missing.length === 0,
  declined: (c) => c.Outcome === 'declined',
}

/** The steps that the server would accept now, in the table's order. */
export const stepsOf = (c: Guarded): Step[] =>
  claimStates.filter((s) => s.from === c.State && s.op && (!s.guard || (guards[s.guard]?.(c) ?? false)))
