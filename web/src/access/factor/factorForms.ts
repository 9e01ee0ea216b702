import { msg } from '@lingui/core/macro'
import type { AccessBeginFactorResp, AccessRecoveryResp } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { Secret, Text } from '@/kit/form/inputs'

/** Whoever sets a second factor up says the password again. */
export const beginForm = (userName: string) =>
  defineForm<{ CurrentPassword: string }, AccessBeginFactorResp>('Access/BeginFactor', {
    title: msg`Set up a second factor`,
    fields: { CurrentPassword: { label: msg`Current password`, input: Secret, required: true, secret: true } },
    toRequest: ({ CurrentPassword }) => ({ UserName: userName, Password: CurrentPassword }),
    submit: msg`Continue`,
  })

export const confirmForm = (setup: string) =>
  defineForm<{ Code: string }>('Access/SaveFactor', {
    title: msg`Confirm the second factor`,
    fields: { Code: { label: msg`Code that the app shows`, input: Text, required: true, secret: true } },
    toRequest: ({ Code }) => ({ Setup: setup, Code }),
    submit: msg`Turn on`,
    done: msg`The second factor is on.`,
  })

interface Proof {
  CurrentPassword: string
  Code: string
}

const proof = {
  CurrentPassword: { label: msg`Current password`, input: Secret, required: true, secret: true },
  Code: { label: msg`Code of your app, or a recovery code`, input: Text, required: true, secret: true },
} as const

const proofOf = ({ CurrentPassword, Code }: Partial<Proof>) => ({ Password: CurrentPassword, Code })

export const renewForm = defineForm<Proof, AccessRecoveryResp>('Access/RenewRecovery', {
  title: msg`New recovery codes`,
  intro: msg`Your earlier recovery codes stop working.`,
  fields: proof,
  toRequest: proofOf,
  submit: msg`Make codes`,
})

export const endForm = defineForm<Proof>('Access/EndFactor', {
  title: msg`Turn off the second factor`,
  fields: proof,
  toRequest: proofOf,
  submit: msg`Turn off`,
  done: msg`The second factor is off.`,
})
