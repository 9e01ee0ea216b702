import { msg } from '@lingui/core/macro'
import { defineForm, type FormSpec } from '@/kit/form/defineForm'
import { choice, Email, Phone, Secret, Text, Toggle } from '@/kit/form/inputs'
import { theRemote } from '@/kit/remote/remote'
import { languageNames } from './languageNames'

export interface ProfileTyped {
  FirstName: string
  LastName: string
  Email: string
  Phone: string
  PreferredLanguage: 'en' | 'es' | 'fr'
  Current: string
  Password: string
  Agree: boolean
}

/** The form with as much as is still asked of this person. */
export function profileForm(asks: { profile: boolean; terms: boolean }): FormSpec<ProfileTyped> {
  return defineForm<ProfileTyped>('Access/SaveProfile', {
    title: msg`Your profile`,
    fields: {
      ...(asks.profile && {
        FirstName: { label: msg`First name`, input: Text, required: true, row: 1 },
        LastName: { label: msg`Last name`, input: Text, required: true, row: 1 },
        Email: { label: msg`E-mail`, input: Email, required: true, row: 2 },
        Phone: { label: msg`Phone`, input: Phone, row: 2 },
        PreferredLanguage: { label: msg`Language`, input: choice(languageNames), required: true },
        Current: { label: msg`Temporary password`, input: Secret, required: true, secret: true, row: 3 },
        Password: {
          label: msg`New password`,
          hint: msg`At least 8 characters.`,
          input: Secret,
          required: true,
          secret: true,
          row: 3,
        },
      }),
      ...(asks.terms && {
        Agree: {
          label: msg`I have read this and agree`,
          input: Toggle,
          required: true,
          check: (v) => (v ? undefined : msg`You must agree to continue.`),
        },
      }),
    },
    submit: msg`Continue`,
    run: async (typed) => {
      const { Agree, ...profile } = typed as Partial<ProfileTyped> // the fields above
      if (asks.profile) await theRemote().call('Access/SaveProfile', profile)
      if (Agree) await theRemote().call('LogIn/UserAgreementOperation', { Agree })
    },
  })
}
