import { msg } from '@lingui/core/macro'
import type { RatingCandidate, RatingMarkup, RatingMarkupReq } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { Money } from '@/kit/form/figures'
import { choice, oneOf } from '@/kit/form/inputs'
import { modeName } from '@/kit/format/mode'
import type { Words } from '@/kit/words/words'

/** The modes that contracts are rated in. */
const rated: RatingCandidate['mode'][] = ['LTL', 'VOLUME', 'TL', 'PARCEL', 'INTERMODAL']

/** The ways in which a markup is counted. */
export const markupKinds: Record<RatingMarkup['Kind'], Words> = {
  flat: msg`Amount`,
  percent: msg`Percent`,
  percentMin: msg`Percent, at least`,
}

/** A markup of a customer for a mode, or of everybody for all. */
export const markupForm = defineForm<RatingMarkupReq, RatingMarkup>('Initial/CustomerMarkup', {
  title: msg`Customer markup`,
  fields: {
    Customer: { hint: msg`Empty for every customer without one` },
    Mode: { input: choice<string>(rated.map((mode) => ({ value: mode, label: modeName(mode) }))), hint: msg`Empty for all modes` },
    Kind: { input: oneOf(markupKinds) },
    Value: { label: msg`Amount or percent`, required: true },
    FloorMinor: { label: msg`At least, USD`, input: Money, when: (all) => all.Kind === 'percentMin' },
  },
  of: (typed) => typed.Customer,
  subject: (initial) => initial.MarkupId ?? '',
})
