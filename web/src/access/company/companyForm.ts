import { msg } from '@lingui/core/macro'
import type { AccessOpenIDReq, AccessOpenIDResp } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { choiceOf, Secret } from '@/kit/form/inputs'
import { useGroups } from '../users/userForm'

/** How the organization's users sign in by its own sign-in service (OpenID Connect). */
export const companyForm = (now: AccessOpenIDResp) =>
  defineForm<AccessOpenIDReq, AccessOpenIDResp>('Access/SaveOpenID', {
    title: msg`Company sign-in`,
    intro: msg`By OpenID Connect. Enter the redirect address ${now.RedirectUrl} at your provider. Users sign in at ${now.SignInUrl}, or with a password as before.`,
    fields: {
      Issuer: { label: msg`Issuer`, hint: msg`As the provider shows it, such as https://login.example.com` },
      ClientId: { label: msg`Client ID`, row: 1 },
      ClientSecret: {
        label: msg`Client secret`,
        input: Secret,
        secret: true,
        row: 1,
        hint: now.HasSecret ? msg`Empty keeps the one that is stored` : msg`Stored encrypted and never shown again`,
      },
      GroupID: {
        label: msg`Group of new users`,
        input: choiceOf(useGroups),
        hint: msg`Empty: only existing users come in, found by their verified e-mail`,
      },
      Active: { label: msg`Users may sign in this way` },
    },
    submit: msg`Save`,
    done: msg`Company sign-in saved.`,
  })

/** What a change begins with: the secret is told to nobody. */
export const companyTyped = ({ Issuer, ClientId, GroupID, Active, Rev }: AccessOpenIDResp): AccessOpenIDReq => ({
  Issuer,
  ClientId,
  ClientSecret: '',
  GroupID,
  Active: Active || Rev === 0,
  Rev,
})
