import { msg } from '@lingui/core/macro'
import type { ParcelAccountReq } from '@sync/gen/api'
import type { PageName } from '@sync/gen/pages'
import type { Words } from '@/kit/words/words'

export type Carrier = ParcelAccountReq['Carrier']

/** A parcel carrier as its pages declare it: what they are, and what its account has beside an application's name and secret. */
export interface ParcelCarrier {
  id: Carrier
  name: string
  settings: PageName
  /** Where its prices are, and where its labels are: one page where it has only one. */
  rates: PageName
  labels: PageName
  tracking?: PageName
  /** Said above its account: where the client ID comes from. */
  intro: Words
  number?: { label: Words; hint: Words }
  /** Said of a token that a person fetches at the carrier instead of signing in. */
  token?: Words
  /** Said of a person's sign-in at the carrier; none where nobody signs in there. */
  agreement?: { button: Words; said: Words }
}

export const carriers: Record<Carrier, ParcelCarrier> = {
  ups: {
    id: 'ups',
    name: 'UPS',
    settings: 'UPSReady',
    rates: 'UpsRate',
    labels: 'UPSIntegration',
    tracking: 'UpsTracking',
    intro: msg`Create an application at developer.ups.com with Rating, Shipping, Tracking and OAuth. Its client ID and secret go here.`,
    number: { label: msg`UPS account number`, hint: msg`Six letters or digits` },
    agreement: {
      button: msg`Review agreement at UPS`,
      said: msg`You read and accept the agreement on the UPS site, and sign in there as the shipper. UPS checks an invoice of the account itself.`,
    },
  },
  stamps: {
    id: 'stamps',
    name: 'Stamps.com',
    settings: 'StampsIntegration',
    rates: 'stamps-rating',
    labels: 'stamps-rating',
    intro: msg`Stamps.com gives an integration its client ID and secret. Labels are USPS labels, paid from the account's balance.`,
    agreement: {
      button: msg`Sign in to Stamps.com`,
      said: msg`You sign in on the Stamps.com site once. Rates and labels are of the account that signs in.`,
    },
  },
  amazon: {
    id: 'amazon',
    name: 'Amazon Shipping',
    settings: 'AmazonIntegration',
    rates: 'amazon-shipping',
    labels: 'amazon-shipping',
    intro: msg`Create an application for Amazon Shipping in Seller Central and authorize it for your account. What it shows goes here.`,
    token: msg`Shown once, when you authorize the application`,
  },
}
