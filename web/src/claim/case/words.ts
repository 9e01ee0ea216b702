import { msg, plural } from '@lingui/core/macro'
import type { ClaimCase, ClaimDue, ClaimExhibit, ClaimFillFormResp } from '@sync/gen/api'
import type { Hue } from '@/kit/status/StatusBadge'
import type { Words } from '@/kit/words/words'

export type State = ClaimCase['State']
export type Kind = ClaimCase['Kind']
export type Proof = ClaimExhibit['Proof']

export const states: Record<State, { label: Words; hue: Hue }> = {
  preparing: { label: msg`Preparing`, hue: 'waiting' },
  validating: { label: msg`Validating`, hue: 'waiting' },
  submitted: { label: msg`Submitted`, hue: 'waiting' },
  'in review': { label: msg`In review`, hue: 'waiting' },
  payment: { label: msg`Payment`, hue: 'good' },
  closed: { label: msg`Closed`, hue: 'quiet' },
  archived: { label: msg`Archived`, hue: 'quiet' },
}

const outcomes: Record<Exclude<ClaimCase['Outcome'], ''>, { label: Words; hue: Hue }> = {
  paid: { label: msg`Closed: paid`, hue: 'good' },
  declined: { label: msg`Closed: declined`, hue: 'stopped' },
  withdrawn: { label: msg`Closed: withdrawn`, hue: 'quiet' },
}

/** Said where claims are read without a connection. */
export const onServer = msg`Claims are kept on the server, and there is no connection now.`

/** Where a claim stands, and how it ended. */
export const standing = (c: Pick<ClaimCase, 'State' | 'Outcome'>) =>
  c.State === 'closed' && c.Outcome ? outcomes[c.Outcome] : states[c.State]

export const kinds: Record<Kind, Words> = {
  damage: msg`Damage`,
  shortage: msg`Shortage`,
  loss: msg`Loss`,
  overcharge: msg`Overcharge`,
}

export const proofs: Record<Proof, Words> = {
  bill: msg`Signed bill of lading`,
  delivery: msg`Delivery receipt`,
  invoice: msg`Commercial invoice`,
  freight: msg`Freight bill`,
  photos: msg`Photos`,
  inspection: msg`Inspection report or waiver`,
  repair: msg`Repair estimate`,
  salvage: msg`Salvage receipt`,
  contract: msg`Rate agreement`,
  form: msg`Claim form`,
  other: msg`Other`,
}

/** What a claim must contain before it is filed. */
export const missing: Record<string, Words> = {
  carrier: msg`Carrier`,
  bill: msg`BOL or PRO number`,
  lines: msg`Goods or charges`,
  amount: msg`Amount above zero`,
  statement: msg`Statement of what happened`,
  delivered: msg`Delivery day`,
}

export const dueNames: Record<ClaimDue['Code'], Words> = {
  notice: msg`Report concealed damage`,
  file: msg`File the claim`,
  acknowledge: msg`Carrier acknowledges`,
  decide: msg`Carrier pays, declines or offers`,
  report: msg`Carrier reports why it is open`,
  suit: msg`File suit`,
}

export const dueStates: Record<ClaimDue['State'], { label: Words; hue: Hue }> = {
  ahead: { label: msg`Due`, hue: 'waiting' },
  met: { label: msg`In time`, hue: 'good' },
  late: { label: msg`Late`, hue: 'attention' },
  missed: { label: msg`Overdue`, hue: 'stopped' },
}

const since = {
  delivered: msg`delivery`,
  due: msg`the day it was due`,
  filed: msg`filing`,
  decided: msg`the decision`,
} satisfies Record<string, Words>

/** How a due day is reckoned: "120 days after filing". */
export function reckoned(d: ClaimDue, words: (w: Words) => string): Words {
  const n = d.Span
  const from = words((since as Record<string, Words>)[d.Since] ?? d.Since)
  switch (d.Unit) {
    case 'months':
      return msg`${n} months after ${from}`
    case 'years':
      return msg`${n} years and a day after ${from}`
    case 'working-days':
      return msg`${n} working days after ${from}`
    default:
      return msg`${n} days after ${from}`
  }
}

/** The day that counts next; what is overdue stands before what is ahead. */
export const nextDue = (c: Pick<ClaimCase, 'Due'>): ClaimDue | undefined =>
  c.Due.filter((d) => d.State === 'missed' || d.State === 'ahead').sort((a, b) => a.On.localeCompare(b.On))[0]

/** What was done, in the history. */
export const actions: Record<string, Words> = {
  begin: msg`Started`,
  change: msg`Changed`,
  attach: msg`Evidence added`,
  detach: msg`Evidence removed`,
  form: msg`Claim form filled in`,
  validate: msg`Sent to validation`,
  correct: msg`Sent back to preparation`,
  file: msg`Filed`,
  acknowledge: msg`Acknowledged by the carrier`,
  settle: msg`Settlement agreed`,
  decline: msg`Declined by the carrier`,
  withdraw: msg`Withdrawn`,
  pay: msg`Paid`,
  'pay-part': msg`Paid in part`,
  dispute: msg`Disputed`,
  archive: msg`Archived`,
}

/** What of a claim a form has no room for, in words. */
export function noRoom({ Cut, Left }: Pick<ClaimFillFormResp, 'Cut' | 'Left'>): Words[] {
  const out: Words[] = []
  const fields = Cut.join(', ')
  if (Cut.length > 0) out.push(msg`The text does not fit into: ${fields}`)
  if (Left > 0) out.push(msg`The form has no row for ${plural(Left, { one: '# line', other: '# lines' })} of the claim. Attach a list.`)
  return out
}
