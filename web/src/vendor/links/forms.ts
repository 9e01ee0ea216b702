import { msg } from '@lingui/core/macro'
import type { VendorForwarder, VendorLink, VendorSendForwarderReq, VendorSendLinkReq } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { choice, Email, Several, Text } from '@/kit/form/inputs'

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

/** Mails a forwarder its link; a new forwarder where none is given. */
export const forwarderForm = (f?: VendorForwarder) =>
  defineForm<VendorSendForwarderReq, VendorForwarder>('Vendor/SendForwarderLink', {
    title: f ? msg`Send portal link to ${f.name}` : msg`Send a forwarder its link`,
    intro: f?.active
      ? msg`The link that was sent before opens nothing then.`
      : msg`With the link the forwarder tells of containers without an account. It sees the warehouses that you see.`,
    fields: {
      Name: { label: msg`Forwarder`, input: Text },
      Email: { label: msg`E-mail`, input: Email },
      Language: { label: msg`Language`, input: languages },
      Lines: { label: msg`Ocean carriers (SCAC)`, hint: msg`None: containers of every ocean carrier.`, input: Several },
    },
    submit: msg`Send`,
    done: msg`The link was mailed.`,
  })
