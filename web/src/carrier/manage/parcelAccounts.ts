import { msg } from '@lingui/core/macro'
import type { CarrierParcelAccount, CarrierParcelReq } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { oneOf } from '@/kit/form/inputs'
import { resource } from '@/kit/resource/resource'
import { inWords } from '@/kit/words/words'
import { payments, SiteChoice } from './words'

const carriers = { UPS: 'UPS', FEDEX: 'FedEx' }

/** Account numbers at parcel carriers that freight is billed to. */
export const parcelAccounts = resource<CarrierParcelAccount, CarrierParcelReq>({
  title: msg`Parcel accounts`,
  list: 'Carriers/ParcelAccounts',
  id: (a) => a.AccountID,
  called: (a) => `${a.SoldTo}, ${a.ShipVia}`,
  write: 'manage-carriers',
  columns: [
    { key: 'SoldTo', label: msg`Sold to`, phone: true },
    { key: 'SCAC', label: msg`Carrier`, value: (a) => carriers[a.SCAC], phone: true },
    { key: 'ShipVia', label: msg`Ship-via` },
    { key: 'AccountNumber', label: msg`Account #`, as: 'identifier', phone: true },
    { key: 'PaymentType', label: msg`Payment type`, value: (a) => inWords(payments[a.PaymentType]) },
    { key: 'WarehouseLabel', label: msg`Warehouse`, as: 'identifier' },
    { key: 'Location', label: msg`Location` },
  ],
  filters: ['SCAC', 'PaymentType', 'WarehouseLabel'],
  empty: msg`No parcel accounts yet. Add the UPS or FedEx account that a customer's freight is billed to.`,
  fresh: { SCAC: 'UPS', PaymentType: 'collect' },
  gone: msg`Parcel account deleted successfully`,
  form: defineForm<CarrierParcelReq, CarrierParcelAccount>('Carriers/SaveParcelAccount', {
    title: msg`Parcel account`,
    done: ({ AccountID }) => (AccountID ? msg`Parcel account updated successfully` : msg`Parcel account added successfully`),
    fields: {
      SoldTo: { label: msg`Sold to`, hint: msg`The customer, as orders name it` },
      SCAC: { label: msg`Carrier`, input: oneOf(carriers), row: 1 },
      AccountNumber: { label: msg`Account #`, hint: msg`UPS: 6 letters or digits. FedEx: 9 digits.`, row: 1 },
      PaymentType: { label: msg`Payment type`, input: oneOf(payments), row: 2 },
      ShipVia: { label: msg`Ship-via`, row: 2 },
      WarehouseLabel: { label: msg`Warehouse`, input: SiteChoice, row: 3 },
      Location: { label: msg`Location`, row: 3 },
    },
  }),
  end: 'Carriers/EndParcelAccount',
  restore: 'Carriers/RestoreParcelAccount',
})
