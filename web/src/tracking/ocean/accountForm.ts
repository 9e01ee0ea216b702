import { msg } from '@lingui/core/macro'
import type { TrackingAccount, TrackingAccountReq } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { Secret } from '@/kit/form/inputs'

/** The organisation's account at Terminal49. Neither key nor secret is ever shown again. */
export const accountForm = defineForm<TrackingAccountReq, TrackingAccount>('Tracking/SaveAccount', {
  title: msg`Tracking provider`,
  intro: msg`Terminal49 tells of each container by its number, master bill or booking.`,
  fields: {
    Enabled: { label: msg`Track containers with Terminal49` },
    ApiKey: { label: msg`API key`, hint: msg`Empty keeps the key`, input: Secret, secret: true },
    Secret: { label: msg`Webhook secret`, hint: msg`Only for a webhook set up at Terminal49`, input: Secret, secret: true },
  },
})
