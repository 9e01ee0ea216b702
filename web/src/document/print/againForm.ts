import { msg } from '@lingui/core/macro'
import type { DocumentAgainReq } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { Count, Text } from '@/kit/form/inputs'

/** Prints again what came out before. Why is asked, because a second original has cost somebody a load before now. */
export const againForm = defineForm<DocumentAgainReq>('Printing/Again', {
  title: msg`Reprint`,
  fields: {
    Reason: {
      label: msg`Reason for reprint`,
      hint: msg`It stays in the history.`,
      input: Text,
      required: true,
      check: (v) => (v && v.trim().length < 2 ? msg`A word or two.` : undefined),
    },
    Copies: { label: msg`Copies`, input: Count },
  },
  subject: (a) => a.PrintId ?? '',
  submit: msg`Print`,
  done: msg`Back in the print queue.`,
})
