import { msg } from '@lingui/core/macro'
import type { VendorLink, VendorSendLinkReq } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { choice, Email } from '@/kit/form/inputs'

const languages = choice<string>([
  { value: 'en', label: 'English' },
  { value: 'es', label: 'Español' },
  { value: 'fr', label: 'Français' },
])

/** Mails a vendor its link. */
export const sendForm = (v: VendorLink) =>
  defineForm<VendorSendLinkReq, VendorLink>('Vendor/SendPortalLink', {
    title: msg`Send portal link to ${v.name}`,
    intro: v.active
      ? msg`The link that was sent before opens nothing then.`
      : msg`With the link the vendor ships purchase orders without an account. Only orders from the vendor's address in the address book show.`,
    fields: {
      Email: { label: msg`E-mail`, input: Email },
      Language: { label: msg`Language`, input: languages },
    },
    submit: msg`Send`,
    done: msg`The link was mailed.`,
  })
