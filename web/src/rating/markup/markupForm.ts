import { msg } from '@lingui/core/macro'
import type { RatingCandidate, RatingMarkup, RatingMarkupReq } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { choice, Text } from '@/kit/form/inputs'
import { modeName } from '@/kit/format/mode'

/** The modes that contracts are rated in. */
const rated: RatingCandidate['mode'][] = ['LTL', 'VOLUME', 'TL', 'PARCEL', 'INTERMODAL']

export interface MarkupTyped extends RatingMarkupReq {
  Floor: string
}

/** A markup of a customer for a mode, or of everybody for all. */
export const markupForm = defineForm<MarkupTyped, RatingMarkup>('Initial/CustomerMarkup', {
  title: msg`Customer markup`,
  fields: {
    Customer: { label: msg`Customer`, input: Text, hint: msg`Empty for every customer without one` },
    Mode: {
      label: msg`Mode`,
      input: choice<string>(rated.map((mode) => ({ value: mode, label: modeName(mode) }))),
      hint: msg`Empty for all modes`,
    },
    Kind: {
      label: msg`Kind`,
      input: choice([
        { value: 'flat', label: msg`Amount` },
        { value: 'percent', label: msg`Percent` },
        { value: 'percentMin', label: msg`Percent, at least` },
      ]),
      required: true,
    },
    Value: {
      label: msg`Amount or percent`,
      input: Text,
      required: true,
      check: (v) => (v && !/^\d{1,7}(\.\d{1,4})?$/.test(v) ? msg`Write a number such as 12.5.` : undefined),
    },
    Floor: {
      label: msg`At least, USD`,
      input: Text,
      when: (all) => all.Kind === 'percentMin',
      check: (v) => (v && !/^\d{1,6}(\.\d{1,2})?$/.test(v) ? msg`Write an amount such as 25.00.` : undefined),
    },
  },
  submit: msg`Save`,
  done: msg`Saved successfully`,
  of: (typed) => typed.Customer,
  subject: (initial) => initial.MarkupId ?? '',
  toRequest: markupRequest,
})

/** What the form asks for. */
export function markupRequest(typed: Partial<MarkupTyped>): RatingMarkupReq {
  return {
    MarkupId: typed.MarkupId ?? '',
    Customer: typed.Customer ?? '',
    Mode: typed.Mode ?? '',
    Kind: typed.Kind ?? 'percent',
    Value: typed.Value ?? '0',
    FloorMinor: Math.round(Number(typed.Floor || 0) * 100),
  }
}
