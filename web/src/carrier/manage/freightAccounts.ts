import { msg } from '@lingui/core/macro'
import type { CarrierAccount, CarrierAccountReq } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { Email, oneOf, Phone, Several } from '@/kit/form/inputs'
import { resource } from '@/kit/resource/resource'
import { inWords } from '@/kit/words/words'
import { CarrierChoice } from '@/shipment/public'
import { SitesChoice } from './SitesChoice'
import { accountTerms, BillToChoice, modeNames } from './words'

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
    { key: 'PaymentType', label: msg`Billing terms`, value: (a) => inWords(accountTerms[a.PaymentType]), phone: true },
    { key: 'Customer', label: msg`Customer` },
    { key: 'Users', label: msg`Used by`, value: (a) => a.Users.join(', ') || inWords(msg`All`), hidden: true },
    { key: 'CarrierLocn', label: msg`Carrier location` },
    { key: 'Contact', label: msg`Contact` },
    { key: 'Email', label: msg`E-mail` },
    { key: 'Phone', label: msg`Phone` },
  ],
  filters: ['Carrier', 'RateMode', 'PaymentType'],
  empty: msg`No freight accounts yet. Without one, tenders go to the carrier's own e-mail.`,
  fresh: { RateMode: 'LTL', Warehouses: [], PaymentType: 'prepaid', Users: [] },
  gone: msg`Carrier deleted successfully`,
  form: defineForm<CarrierAccountReq, CarrierAccount>('Carriers/SaveFreightAccount', {
    title: msg`Freight account`,
    done: ({ AccountId, Carrier = '' }) =>
      AccountId ? msg`Carrier updated successfully` : msg`Carrier (${Carrier}) has been added successfully`,
    fields: {
      Carrier: { input: CarrierChoice, row: 1 },
      RateMode: { label: msg`Mode`, input: oneOf(modeNames), row: 1 },
      Warehouses: { label: msg`Warehouses`, input: SitesChoice, hint: msg`None for all` },
      TenderEmail: { label: msg`Tender e-mail`, input: Email, hint: msg`Tenders of these loads go there` },
      PaymentType: { label: msg`Billing terms`, input: oneOf(accountTerms), hint: msg`Whose freight the account pays`, row: 2 },
      AccountNumber: { label: msg`Account #`, row: 2 },
      CarrierLocn: { label: msg`Carrier location`, row: 2 },
      Customer: { hint: msg`Collect: whose account it is. Prepaid: the client whose freight alone it pays.` },
      BillToId: { label: msg`Bill to`, input: BillToChoice, when: (a) => a.PaymentType === 'third-party' },
      Users: { label: msg`Used by`, input: Several, hint: msg`Sign-in names; none for all` },
      Contact: { row: 3 },
      Phone: { input: Phone, row: 3 },
      Email: { input: Email },
    },
  }),
  end: 'Carriers/EndFreightAccount',
  restore: 'Carriers/RestoreFreightAccount',
})
