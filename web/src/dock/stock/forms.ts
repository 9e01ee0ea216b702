import { msg } from '@lingui/core/macro'
import type { OrgPrefixReq, OrgProRangeReq } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { Count, choice, Text } from '@/kit/form/inputs'

export const rangeForm = defineForm<OrgProRangeReq>('Org/AddProRange', {
  title: msg`New range of PRO numbers`,
  intro: msg`As the carrier's letter has it: the first and the last number, without their check digits.`,
  fields: {
    Carrier: { label: msg`Carrier (SCAC)`, input: Text, required: true, row: 1 },
    Prefix: { label: msg`Letters or digits before the number`, input: Text, row: 1 },
    First: { label: msg`First number`, input: Text, required: true, row: 2 },
    Last: {
      label: msg`Last number`,
      input: Text,
      required: true,
      row: 2,
      check: (v, all) =>
        v && all.First && (v.length !== all.First.length || v < all.First) ? msg`As long as the first one, and not before it.` : undefined,
    },
    Rule: {
      label: msg`Check digit`,
      hint: msg`Most carriers publish none.`,
      input: choice<NonNullable<OrgProRangeReq['Rule']>>([
        { value: 'mod7', label: msg`Remainder of 7 (XPO)` },
        { value: 'luhn', label: msg`Luhn (Old Dominion)` },
      ]),
    },
  },
  toRequest: ({ Carrier = '', Prefix = '', ...rest }) => ({
    ...rest,
    Carrier: Carrier.trim().toUpperCase(),
    ...(Prefix.trim() ? { Prefix: Prefix.trim().toUpperCase() } : {}),
  }),
  submit: msg`Add the range`,
  done: msg`The range is there. Tablets take numbers of it with their next block.`,
})

export const prefixForm = defineForm<OrgPrefixReq>('Org/SetPrefix', {
  title: msg`Company prefix`,
  intro: msg`Six to ten digits, as GS1 gave them. They will stand on pallets and bills, so they cannot be changed later.`,
  fields: { Prefix: { label: msg`Company prefix`, input: Text, required: true } },
  submit: msg`Save prefix`,
  done: msg`Pallets and bills have numbers of your own now.`,
})

interface StartTyped {
  Kind: 'sscc' | 'bol'
  Next: number
}

export const startForm = (next: number) =>
  defineForm<StartTyped>('Org/StartAt', {
    title: msg`Set next serial`,
    intro: msg`Skips serials that another system has used. It cannot go back.`,
    fields: {
      Next: {
        label: msg`Next serial`,
        input: Count,
        required: true,
        check: (v) => (v !== undefined && v < next ? msg`All before ${next} are given out already.` : undefined),
      },
    },
    subject: (s) => s.Kind ?? '',
    toRequest: (typed) => typed,
    submit: msg`Continue`,
    done: msg`The next block begins there.`,
  })
