import { msg } from '@lingui/core/macro'
import type { AccessDetails, AccessManageResp } from '@sync/gen/api'
import { defineForm, type FormSpec } from '@/kit/form/defineForm'
import { choice, choiceOf, Day, Email, Phone, Several, Text } from '@/kit/form/inputs'
import { useCall } from '@/kit/remote/useCall'
import { languageNames } from '../languageNames'

export interface UserTyped {
  UserName: string
  FirstName: string
  LastName: string
  Email: string
  Phone: string
  GroupID: string
  PreferredLanguage: 'en' | 'es' | 'fr'
  Warehouses: string[]
  AccessUntil: string
}

/** The organization's groups, to choose from. */
export const useGroups = () =>
  useCall('Supplemental/GetGroupPages', { GroupID: '' }).data?.Groups.map((g) => ({ value: g.GroupID, label: g.GroupName }))

export const typedOf = (u: AccessDetails): UserTyped => ({
  UserName: u.UserName,
  FirstName: u.FirstName,
  LastName: u.LastName,
  Email: u.Email,
  Phone: u.Phone,
  GroupID: u.GroupID,
  PreferredLanguage: u.PreferredLanguage as UserTyped['PreferredLanguage'], // one of the three, by the server's own check
  Warehouses: [...u.Warehouses],
  AccessUntil: u.AccessUntil,
})

/** What the call is asked. No warehouse means all of them. */
export function requestOf(typed: Partial<UserTyped>, before: AccessDetails | undefined) {
  const { Warehouses = [], UserName = '', AccessUntil = '', ...rest } = typed
  const sites = Warehouses.map((w) => w.trim().toUpperCase()).filter(Boolean)
  return {
    actions: before ? 3 : 2,
    ...(before ? { UserID: before.UserID } : { Invite: true }),
    ...rest,
    UserName: UserName.trim(),
    ...(AccessUntil !== (before?.AccessUntil ?? '') ? { AccessUntil } : {}),
    ...(sites.length > 0 ? { Warehouses: sites } : { AllWarehouses: true }),
  }
}

/** A user, new or as the user is. A new one gets a link to choose a password. */
export const userForm = (before: AccessDetails | undefined): FormSpec<UserTyped, AccessManageResp> =>
  defineForm<UserTyped, AccessManageResp>('LogIn/UserManagement', {
    title: before ? msg`User ${before.UserName}` : msg`New user`,
    fields: {
      UserName: {
        label: msg`User name`,
        hint: msg`As a rule the e-mail address.`,
        input: Text,
        required: true,
        check: (v) => (v && /\s/.test(v.trim()) ? msg`A user name has no spaces.` : undefined),
      },
      FirstName: { label: msg`First name`, input: Text, required: true, row: 1 },
      LastName: { label: msg`Last name`, input: Text, required: true, row: 1 },
      Email: { label: msg`E-mail`, input: Email, row: 2 },
      Phone: { label: msg`Phone`, input: Phone, row: 2 },
      GroupID: { label: msg`Group`, hint: msg`It decides which pages are open.`, input: choiceOf(useGroups), required: true, row: 3 },
      PreferredLanguage: { label: msg`Language`, input: choice(languageNames), row: 3 },
      Warehouses: { label: msg`Warehouses`, hint: msg`Codes; leave empty for all.`, input: Several },
      AccessUntil: { label: msg`Access until`, hint: msg`Last day, at the user’s warehouse. Leave empty for no end.`, input: Day },
    },
    subject: (s) => s.UserName ?? '',
    toRequest: (typed) => requestOf(typed, before),
    submit: before ? msg`Save` : msg`Add and invite`,
  })
