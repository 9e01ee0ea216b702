import { msg } from '@lingui/core/macro'
import type { RatingTerminal, RatingTerminalReq } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { Email, Phone, Several, Text } from '@/kit/form/inputs'
import { CarrierChoice } from '../CarrierChoice'

/** A carrier's terminal: where it is, whom to ring, and what it serves. */
export const terminalForm = defineForm<RatingTerminalReq, RatingTerminal>('Rating/SaveTerminal', {
  title: msg`Terminal`,
  fields: {
    Carrier: { label: msg`Carrier`, input: CarrierChoice, required: true, row: 1 },
    Code: { label: msg`Code`, input: Text, required: true, row: 1, hint: msg`The carrier's own` },
    Name: { label: msg`Name`, input: Text, required: true },
    Street: { label: msg`Street`, input: Text },
    City: { label: msg`City`, input: Text, row: 2 },
    Zip: { label: msg`ZIP`, input: Text, required: true, row: 2 },
    Phone: { label: msg`Phone`, input: Phone, row: 3 },
    Email: { label: msg`E-mail`, input: Email, row: 3 },
    Hours: { label: msg`Hours`, input: Text },
    Serves: {
      label: msg`Serves`,
      input: Several,
      hint: msg`The first three digits or more of postal codes. Empty: whatever is closest.`,
    },
  },
  submit: msg`Save`,
  done: msg`Saved successfully`,
  of: (typed) => typed.Code,
  subject: (initial) => initial.TerminalId ?? '',
  toRequest: terminalRequest,
})

/** What the form asks for. */
export function terminalRequest(t: Partial<RatingTerminal>): RatingTerminalReq {
  return {
    TerminalId: t.TerminalId ?? '',
    Carrier: t.Carrier ?? '',
    Code: t.Code ?? '',
    Name: t.Name ?? '',
    Street: t.Street ?? '',
    City: t.City ?? '',
    Zip: t.Zip ?? '',
    Phone: t.Phone ?? '',
    Email: t.Email ?? '',
    Hours: t.Hours ?? '',
    Serves: t.Serves ?? [],
  }
}
