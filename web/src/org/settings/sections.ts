import { msg } from '@lingui/core/macro'
import type {
  OrgColourSettings,
  OrgHazmatSettings,
  OrgIdentity,
  OrgOfferSettings,
  OrgRateSettings,
  OrgReferenceSettings,
} from '@sync/gen/api'
import { Count, choice, oneOf } from '@/kit/form/inputs'
import { Zone } from '@/kit/form/zone'
import { classes } from '@/kit/rule/classes'
import { section } from '@/kit/settings/section'
import type { Words } from '@/kit/words/words'

const units: Record<string, Words> = { us: msg`US (lb, in)`, metric: msg`Metric (kg, cm)` }
const languages: Record<string, Words> = { en: 'English', es: 'Español', fr: 'Français' }
const hours = (n: number): Words => (n ? msg`${n} h` : msg`None`)

const identity = section<OrgIdentity>('Org/SaveIdentity', {
  key: 'organization',
  title: msg`Organization`,
  meaning: msg`The organization's name, and what new warehouses and users start with.`,
  fields: {
    name: { label: msg`Name`, own: true },
    zone: { label: msg`Time zone`, input: Zone, hint: msg`Of a new warehouse`, own: true },
    units: { label: msg`Units`, input: oneOf(units), shows: (v) => units[v] ?? v, hint: msg`Of a new weight or length` },
    language: { label: msg`Language`, input: oneOf(languages), shows: (v) => languages[v] ?? v, hint: msg`Of a new user` },
    time24: { label: msg`24-hour time`, hint: msg`Off shows 2:30 PM in place of 14:30` },
  },
})

const colors = section<OrgColourSettings>('Org/SaveColors', {
  key: 'colors',
  title: msg`Brand colors`,
  meaning: msg`Colors of your users' screens. Empty leaves the product's own.`,
  fields: {
    primary: { label: msg`Primary color`, hint: msg`Six hexadecimal digits, such as #144895`, row: 1 },
    secondary: { label: msg`Secondary color`, row: 1 },
  },
})

const references = section<OrgReferenceSettings>('Org/SaveReferences', {
  key: 'references',
  title: msg`Order references`,
  meaning: msg`What an order's references are called on its documents. Without a name, a reference stands by itself.`,
  fields: {
    reference1: { label: msg`Reference 1` },
    reference2: { label: msg`Reference 2` },
    reference3: { label: msg`Reference 3` },
    reference4: { label: msg`Reference 4` },
    reference5: { label: msg`Reference 5` },
  },
})

const rates = section<OrgRateSettings>('Org/SaveRates', {
  key: 'rates',
  title: msg`Rates`,
  meaning: msg`What rating starts with.`,
  fields: {
    currency: {
      label: msg`Currency`,
      input: choice(['USD', 'CAD', 'MXN'].map((value) => ({ value, label: value }))),
      hint: msg`Offers in other currencies are compared in this one`,
    },
    defaultClass: {
      label: msg`Freight class`,
      input: choice(classes.map((value) => ({ value, label: value }))),
      hint: msg`Of a line without one`,
    },
  },
})

const offers = section<OrgOfferSettings>('Org/SaveOffers', {
  key: 'offers',
  title: msg`Quotes and tenders`,
  meaning: msg`How long carriers have to answer.`,
  fields: {
    quoteDeadlineHours: { label: msg`Quote deadline, hours`, input: Count, shows: hours, hint: msg`0 for no usual deadline` },
    expirationHours: {
      label: msg`Expiration, hours`,
      input: Count,
      shows: hours,
      hint: msg`A tender expires after this time, and a quoted price holds this long`,
    },
    carrierConfirmation: { label: msg`Carrier confirmation`, hint: msg`The carrier is asked to confirm a tender before pickup` },
  },
})

const hazmat = section<OrgHazmatSettings>('Org/SaveHazmat', {
  key: 'hazmat',
  title: msg`Hazardous materials`,
  meaning: msg`Your registration with a provider of emergency response information. The bill of lading states the contract beside the provider's number.`,
  fields: {
    emergencyPhone: { label: msg`Emergency telephone`, hint: msg`The provider's, with its area code` },
    emergencyContract: { label: msg`Contract or registration`, hint: msg`How the provider knows you` },
  },
})

/** The organization's own sections. */
export const orgSections = [identity, colors, references, rates, offers, hazmat]
