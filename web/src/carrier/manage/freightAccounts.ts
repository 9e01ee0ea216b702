import { msg } from '@lingui/core/macro'
import type { CarrierAccount, CarrierAccountReq } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { Email, oneOf, Phone } from '@/kit/form/inputs'
import { resource } from '@/kit/resource/resource'
import { inWords } from '@/kit/words/words'
import { CarrierChoice } from '@/shipment/public'
import { SitesChoice } from './SitesChoice'
import { modeNames } from './words'

/** Accounts at freight carriers: who takes a mode's loads of some warehouses there. */
export const freightAccounts = resource<CarrierAccount, CarrierAccountReq>({
  title: msg`Freight accounts`,
  list: 'Carriers/FreightAccounts',
  id: (a) => a.AccountId,
  called: (a) => `${a.Carrier}, ${a.RateMode}`,
  write: 'manage-carriers',
  columns: [
    { key: 'Carrier', label: msg`Carrier`, as: 'identifier', phone: true },
    { key: 'RateMode', label: msg`Mode`, phone: true },
    { key: 'Warehouses', label: msg`Warehouses`, value: (a) => a.Warehouses.join(', ') || inWords(msg`All`), phone: true },
    { key: 'TenderEmail', label: msg`Tender e-mail` },
    { key: 'AccountNumber', label: msg`Account #`, as: 'identifier' },
    { key: 'CarrierLocn', label: msg`Carrier location` },
    { key: 'Contact', label: msg`Contact` },
    { key: 'Email', label: msg`E-mail` },
    { key: 'Phone', label: msg`Phone` },
  ],
  filters: ['Carrier', 'RateMode'],
  empty: msg`No freight accounts yet. Without one, tenders go to the carrier's own e-mail.`,
  fresh: { RateMode: 'LTL', Warehouses: [] },
  form: defineForm<CarrierAccountReq, CarrierAccount>('Carriers/SaveFreightAccount', {
    title: msg`Freight account`,
    fields: {
      Carrier: { input: CarrierChoice, row: 1 },
      RateMode: { label: msg`Mode`, input: oneOf(modeNames), row: 1 },
      Warehouses: { label: msg`Warehouses`, input: SitesChoice, hint: msg`None for all` },
      TenderEmail: { label: msg`Tender e-mail`, input: Email, hint: msg`Tenders of these loads go there` },
      AccountNumber: { label: msg`Account #`, row: 2 },
      CarrierLocn: { label: msg`Carrier location`, row: 2 },
      Contact: { row: 3 },
      Phone: { input: Phone, row: 3 },
      Email: { input: Email },
    },
  }),
  end: 'Carriers/EndFreightAccount',
  restore: 'Carriers/RestoreFreightAccount',
})
