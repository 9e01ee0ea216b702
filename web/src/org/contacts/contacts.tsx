import { msg } from '@lingui/core/macro'
import type { OrgContact, OrgContactReq } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { resource } from '@/kit/resource/resource'
import { Anchor } from '@/kit/ui'

/** Whom users ask for help, by subject. Everyone reads it; an administrator keeps it. */
export const contacts = resource<OrgContact, OrgContactReq>({
  title: msg`Contact us`,
  list: 'Org/Contacts',
  id: (c) => c.ContactId,
  called: (c) => c.Subject,
  write: 'manage-organisation',
  columns: [
    { key: 'Subject', label: msg`Subject`, width: 220, phone: true },
    { key: 'Name', label: msg`Contact`, width: 180, phone: true },
    {
      key: 'Phone',
      label: msg`Phone`,
      width: 160,
      cell: (c) => c.Phone && <Anchor href={`tel:${c.Phone}`}>{c.Phone}</Anchor>,
      phone: true,
    },
    {
      key: 'Email',
      label: msg`E-mail`,
      width: 240,
      cell: (c) => c.Email && <Anchor href={`mailto:${c.Email}`}>{c.Email}</Anchor>,
      phone: true,
    },
    { key: 'Hours', label: msg`Hours`, width: 180 },
  ],
  empty: msg`No contacts yet. An administrator adds them.`,
  form: defineForm<OrgContactReq, OrgContact>('Org/SaveContact', {
    title: msg`Contact`,
    fields: {
      Subject: { label: msg`Subject`, hint: msg`What to ask about: access, dock, billing` },
      Name: { label: msg`Contact` },
      Phone: { row: 1 },
      Email: { row: 1 },
      Hours: { hint: msg`When somebody answers, with the time zone` },
    },
  }),
  end: 'Org/DeleteContact',
  restore: 'Org/RestoreContact',
})
