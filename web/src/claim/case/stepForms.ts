import { msg } from '@lingui/core/macro'
import type { ClaimAcknowledgeReq, ClaimAmountReq, ClaimCase, ClaimOnReq, ClaimReasonReq } from '@sync/gen/api'
import { defineForm, type FormSpec } from '@/kit/form/defineForm'
import { Money } from '@/kit/form/figures'
import { LongText } from '@/kit/form/inputs'
import type { Words } from '@/kit/words/words'

const today = msg`Empty for today`

const onDay = (label: Words) => ({ label, hint: today })

/** What each step asks, by its action in the table of steps. */
export const stepForms = {
  file: defineForm<ClaimOnReq, ClaimCase>('Claim/File', {
    title: msg`File the claim`,
    intro: msg`The carrier's days count from the day on which it received the claim.`,
    submit: msg`File`,
    done: msg`Claim filed`,
    fields: { On: onDay(msg`Received by the carrier on`), Note: { hint: msg`How it was sent: portal, e-mail, registered mail` } },
    subject: (c) => c.ClaimId ?? '',
  }),
  acknowledge: defineForm<ClaimAcknowledgeReq, ClaimCase>('Claim/Acknowledge', {
    title: msg`Carrier acknowledged`,
    submit: msg`Acknowledge`,
    done: msg`Acknowledgment noted`,
    fields: { CarrierNumber: { label: msg`Carrier's claim number` }, On: onDay(msg`Acknowledged on`), Note: {} },
    subject: (c) => c.ClaimId ?? '',
  }),
  settle: defineForm<ClaimAmountReq, ClaimCase>('Claim/Settle', {
    title: msg`Agree a settlement`,
    submit: msg`Settle`,
    done: msg`Settlement noted`,
    fields: {
      AmountMinor: { label: msg`Amount agreed`, input: Money },
      On: onDay(msg`Agreed on`),
      Note: { hint: msg`Why it is less than claimed` },
    },
    subject: (c) => c.ClaimId ?? '',
  }),
  decline: defineForm<ClaimReasonReq, ClaimCase>('Claim/Decline', {
    title: msg`Carrier declined`,
    submit: msg`Decline`,
    done: msg`Decision noted`,
    fields: { Reason: { label: msg`Carrier's reason`, input: LongText }, On: onDay(msg`Declined on`) },
    subject: (c) => c.ClaimId ?? '',
  }),
  withdraw: defineForm<ClaimReasonReq, ClaimCase>('Claim/Withdraw', {
    title: msg`Withdraw the claim`,
    submit: msg`Withdraw`,
    done: msg`Claim withdrawn`,
    fields: { Reason: { label: msg`Reason`, input: LongText }, On: onDay(msg`Withdrawn on`) },
    subject: (c) => c.ClaimId ?? '',
  }),
  pay: defineForm<ClaimAmountReq, ClaimCase>('Claim/Pay', {
    title: msg`Payment received`,
    submit: msg`Note payment`,
    done: msg`Payment noted`,
    fields: { AmountMinor: { label: msg`Amount received`, input: Money }, On: onDay(msg`Received on`), Note: { hint: msg`Check number` } },
    subject: (c) => c.ClaimId ?? '',
  }),
  dispute: defineForm<ClaimReasonReq, ClaimCase>('Claim/Dispute', {
    title: msg`Dispute the decision`,
    submit: msg`Dispute`,
    done: msg`Claim is in review again`,
    fields: { Reason: { label: msg`Reason`, input: LongText }, On: onDay(msg`Disputed on`) },
    subject: (c) => c.ClaimId ?? '',
  }),
}

export type StepForm = keyof typeof stepForms

/** A step's form as any other, for the screen that opens it with the claim's key, its revision and the amount that is open. */
export const formOf = (action: string): FormSpec<{ ClaimId: string; Rev: number; AmountMinor?: number }, ClaimCase> | undefined =>
  (stepForms as Record<string, unknown>)[action] as FormSpec<{ ClaimId: string; Rev: number; AmountMinor?: number }, ClaimCase> | undefined // each holds a claim's key

/** What the button of a step says. */
export const stepWords: Record<string, Words> = {
  validate: msg`Validate`,
  correct: msg`Correct`,
  file: msg`File`,
  acknowledge: msg`Acknowledge`,
  settle: msg`Settle`,
  decline: msg`Decline`,
  withdraw: msg`Withdraw`,
  pay: msg`Note payment`,
  dispute: msg`Dispute`,
  archive: msg`Archive`,
}
