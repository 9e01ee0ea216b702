import { msg } from '@lingui/core/macro'
import type { CarrierBillTo, CarrierBillToReq } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { Phone } from '@/kit/form/inputs'
import { resource } from '@/kit/resource/resource'

/** Where carriers send the bills of third parties. Two lines of an address have a tilde between them. */
export const billTos = resource<CarrierBillTo, CarrierBillToReq>({
  title: msg`Bill-to addresses`,
  list: 'Carriers/BillToAddresses',
  id: (b) => b.id,
  called: (b) => b.companyName,
  write: 'manage-carriers',
  columns: [
    { key: 'companyName', label: msg`Name`, phone: true },
    { key: 'addressLines', label: msg`Address`, value: (b) => b.addressLines.replace('~', ', ') },
    { key: 'city', label: msg`City`, phone: true },
    { key: 'state', label: msg`State`, phone: true },
    { key: 'zip', label: msg`ZIP or postal code`, as: 'identifier' },
    { key: 'country', label: msg`Country` },
    { key: 'phone', label: msg`Phone` },
  ],
  filters: ['state'],
  empty: msg`No bill-to addresses yet. A third-party account names the one that its bills go to.`,
  fresh: { country: 'US' },
  form: defineForm<CarrierBillToReq, CarrierBillTo>('Carriers/SaveBillTo', {
    title: msg`Bill-to address`,
    fields: {
      companyName: { label: msg`Name` },
      addressLines: { label: msg`Address`, hint: msg`A second line after a tilde (~)` },
      city: { label: msg`City`, row: 1 },
      state: { label: msg`State`, row: 1 },
      zip: { label: msg`ZIP or postal code`, row: 1 },
      country: { label: msg`Country`, row: 2 },
      phone: { label: msg`Phone`, input: Phone, row: 2 },
    },
  }),
  end: 'Carriers/EndBillTo',
  restore: 'Carriers/RestoreBillTo',
})
