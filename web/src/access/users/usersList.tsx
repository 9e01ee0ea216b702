import { msg } from '@lingui/core/macro'
import type { AccessDetails } from '@sync/gen/api'
import { defineList } from '@/kit/list/defineList'
import { StatusBadge } from '@/kit/status/StatusBadge'
import type { Words } from '@/kit/words/words'

interface UserActions {
  edit: (u: AccessDetails) => unknown
  link: (u: AccessDetails) => unknown
  reset: (u: AccessDetails) => unknown
  /** A new link in the place of the one that was sent, mailed where it can be. */
  again: (u: AccessDetails) => unknown
  /** Absent where nobody may view the product as another user. */
  view: ((u: AccessDetails) => unknown) | undefined
  disable: (u: AccessDetails, off: boolean) => unknown
  /** Takes the second factor away of a user who has lost the phone. */
  resetFactor: (u: AccessDetails) => unknown
  /** Forgets which company account the user signs in with. */
  unlink: (u: AccessDetails) => unknown
  /** What the user sees, beside another user. */
  compare: (u: AccessDetails) => unknown
}

/** How the link of a user who has yet to choose a password stands. */
export function invitationOf(u: AccessDetails): { label: Words; hue: 'stopped' | 'waiting' | 'attention' | 'quiet' } | undefined {
  const i = u.Invitation
  if (!i || u.Disabled) return undefined
  if (i.Late) return { label: msg`Link expired`, hue: 'stopped' }
  switch (i.Mail) {
    case 'sent':
      return { label: msg`Mailed`, hue: 'quiet' }
    case 'waiting':
      return i.Why ? { label: msg`Mail delayed`, hue: 'attention' } : { label: msg`Mail leaving`, hue: 'waiting' }
    case 'failed':
      return { label: msg`Mail failed`, hue: 'attention' }
    default:
      return { label: msg`Not mailed`, hue: 'attention' }
  }
}

const nameOf = (u: AccessDetails) => [u.FirstName, u.LastName].filter(Boolean).join(' ')

export const usersList = (
  text: (w: Words) => string,
  me: string,
  { edit, link, reset, again, view, disable, resetFactor, unlink, compare }: UserActions,
) =>
  defineList<AccessDetails>({
    name: 'users',
    title: msg`Users`,
    id: (u) => u.UserID,
    columns: [
      { key: 'name', label: msg`Name`, value: nameOf, phone: true },
      { key: 'UserName', label: msg`User name`, phone: true },
      { key: 'GroupName', label: msg`Group`, phone: true },
      { key: 'warehouses', label: msg`Warehouses`, value: (u) => (u.AllWarehouses ? text(msg`All`) : u.Warehouses.join(', ')) },
      { key: 'factor', label: msg`Second factor`, value: (u) => text(u.SecondFactor ? msg`On` : msg`Off`) },
      { key: 'OpenID', label: msg`Company account`, value: (u) => text(u.OpenID ? msg`Linked` : msg`None`), hidden: true },
      { key: 'AccessUntil', label: msg`Access until`, as: 'day' },
      { key: 'PreferredLanguage', label: msg`Language`, hidden: true },
      { key: 'Phone', label: msg`Phone`, hidden: true },
      {
        key: 'state',
        label: msg`Status`,
        value: (u) => text(u.Disabled ? msg`Disabled` : u.Invited ? msg`Invited` : msg`Active`),
        cell: (u) => (
          <StatusBadge
            hue={u.Disabled ? 'stopped' : u.Invited ? 'waiting' : 'good'}
            label={u.Disabled ? msg`Disabled` : u.Invited ? msg`Invited` : msg`Active`}
          />
        ),
        phone: true,
      },
      {
        key: 'invitation',
        label: msg`Invitation`,
        value: (u) => {
          const stands = invitationOf(u)
          return stands && text(stands.label)
        },
        cell: (u) => {
          const stands = invitationOf(u)
          return stands && <StatusBadge hue={stands.hue} label={stands.label} />
        },
        phone: true,
      },
      { key: 'invited', label: msg`Link made`, as: 'ago', value: (u) => (u.Disabled ? undefined : u.Invitation?.SentAt), phone: true },
    ],
    filters: ['GroupName', 'state', 'invitation', 'factor'],
    sort: [{ id: 'name' }],
    actions: [
      { label: msg`Edit`, main: true, run: edit },
      { label: msg`View access and compare`, run: compare },
      { label: msg`Show link`, when: (u) => u.Invited && !u.Disabled, run: link },
      { label: msg`Resend invitation`, when: (u) => u.Invited && !u.Disabled, run: again },
      { label: msg`Reset password`, when: (u) => !u.Invited && !u.Disabled && u.UserID !== me, run: reset }, // one's own is changed under Password
      { label: msg`Reset second factor`, when: (u) => u.SecondFactor && u.UserID !== me, run: resetFactor, hard: true },
      { label: msg`Unlink company account`, when: (u) => u.OpenID, run: unlink, hard: true },
      ...(view ? [{ label: msg`View as user`, when: (u: AccessDetails) => !u.Disabled && !u.Administrator, run: view }] : []),
      { label: msg`Restore access`, when: (u) => u.Disabled, run: (u) => disable(u, false) },
      { label: msg`Disable`, when: (u) => !u.Disabled && u.UserID !== me, run: (u) => disable(u, true), hard: true },
    ],
    empty: msg`No users yet.`,
  })
