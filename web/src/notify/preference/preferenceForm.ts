import { msg } from '@lingui/core/macro'
import type { NotifyPreferences, NotifyPreferencesReq } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { Clock, oneOf } from '@/kit/form/inputs'
import { Zone } from '@/kit/form/zone'
import { ownZone } from '@/kit/format/zone'
import { WaysInput } from './WaysInput'

/** What the form begins from: the device's zone, where the user has chosen none. */
export const begun = ({ Kinds, QuietFrom, QuietUntil, Digest, DigestAt, Zone: zone, Rev }: NotifyPreferences): NotifyPreferencesReq => ({
  Kinds,
  QuietFrom,
  QuietUntil,
  Digest,
  DigestAt,
  Zone: zone || ownZone(),
  Rev,
})

export const preferenceForm = defineForm<NotifyPreferencesReq, NotifyPreferences>('Notify/SavePreferences', {
  title: msg`Notifications`,
  fields: {
    Kinds: { label: msg`Events`, input: WaysInput },
    QuietFrom: { label: msg`Quiet hours from`, input: Clock, hint: msg`Push and e-mail wait until they are over.`, row: 1 },
    QuietUntil: { label: msg`Quiet hours until`, input: Clock, hint: msg`An earlier time is on the next day.`, row: 1 },
    Digest: {
      label: msg`E-mail leaves`,
      input: oneOf<NotifyPreferencesReq['Digest']>({ off: msg`At once`, hourly: msg`Once an hour`, daily: msg`Once a day` }),
      hint: msg`What you have read by then is left out.`,
      row: 2,
    },
    DigestAt: { label: msg`Time of day`, input: Clock, required: true, when: (all) => all.Digest === 'daily', row: 2 },
    Zone: { label: msg`Time zone`, input: Zone, required: true },
  },
  done: msg`Your notifications are saved.`,
  wide: true,
})
