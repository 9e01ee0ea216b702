import { msg } from '@lingui/core/macro'
import type { RatingTerminal, RatingTerminalReq } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { CarrierChoice } from '../CarrierChoice'

/** A carrier's terminal: where it is, whom to ring, and what it serves. */
export const terminalForm = defineForm<RatingTerminalReq, RatingTerminal>('Rating/SaveTerminal', {
  title: msg`Terminal`,
  fields: {
    Carrier: { input: CarrierChoice, row: 1 },
    Code: { row: 1, hint: msg`The carrier's own code` },
    Name: {},
    Street: {},
    City: { row: 2 },
    Zip: { row: 2 },
    Phone: { row: 3 },
    Email: { row: 3 },
    Hours: {},
    Serves: { label: msg`Serves`, hint: msg`Postal code prefixes, three digits or more. Empty: closest terminal.` },
  },
  of: (typed) => typed.Code,
  subject: (initial) => initial.TerminalId ?? '',
})
