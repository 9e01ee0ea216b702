import { msg } from '@lingui/core/macro'
import type { ClaimCarrierReq, ClaimCarrierSetting } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { Money } from '@/kit/form/figures'
import { Count, choice, choiceOf, LongText } from '@/kit/form/inputs'
import { useRows } from '@/kit/remote/useRows'
import { resource } from '@/kit/resource/resource'

export const useCarrierChoices = () =>
  useRows(
    async (db) =>
      (await db.carrier.orderBy('name').toArray()).filter((c) => !c.disabled).map((c) => ({ value: c.id, label: `${c.name} (${c.id})` })),
    [],
  )

/** The currencies that claims are in. */
export const currencies = choice<string>(['USD', 'CAD', 'MXN'].map((value) => ({ value, label: value })))

/** Each carrier's claims department, and what its tariff says of claims. */
export const carrierTerms = resource<ClaimCarrierSetting, ClaimCarrierReq>({
  title: msg`Carrier settings`,
  list: 'Claim/CarrierSettings',
  id: (c) => c.SettingId,
  called: (c) => c.Carrier,
  write: 'manage-claims',
  columns: [
    { key: 'Carrier', label: msg`Carrier`, phone: true },
    { key: 'Contact', label: msg`Claims contact`, phone: true },
    { key: 'Email', label: msg`E-mail` },
    { key: 'Phone', label: msg`Phone` },
    { key: 'FileMonths', label: msg`Months to file`, as: 'number' },
    { key: 'AckDays', label: msg`Days to acknowledge`, as: 'number' },
    { key: 'DecideDays', label: msg`Days to decide`, as: 'number' },
    { key: 'LimitMinor', label: msg`Released value per lb`, as: 'number', value: (c) => c.LimitMinor / 100 },
    { key: 'MaxMinor', label: msg`Maximum per shipment`, as: 'number', value: (c) => c.MaxMinor / 100 },
    { key: 'Currency', label: msg`Currency` },
  ],
  empty: msg`No carrier terms. The law's own terms count: 9 months, 30 days, 120 days.`,
  fresh: { AckDays: 30, DecideDays: 120, FileMonths: 9, NoticeDays: 5, LimitMinor: 0, MaxMinor: 0, Currency: 'USD' },
  form: defineForm<ClaimCarrierReq, ClaimCarrierSetting>('Claim/SaveCarrierSetting', {
    title: msg`Carrier claim terms`,
    wide: true,
    fields: {
      Carrier: { input: choiceOf(useCarrierChoices) },
      Contact: { label: msg`Claims contact`, row: 1 },
      Email: { row: 1 },
      Phone: { row: 1 },
      Address: { label: msg`Address for claims` },
      FileMonths: { label: msg`Months to file`, input: Count, hint: msg`9 at least`, row: 2 },
      NoticeDays: { label: msg`Working days to report concealed damage`, input: Count, row: 2 },
      AckDays: { label: msg`Days to acknowledge`, input: Count, hint: msg`30 at most`, row: 3 },
      DecideDays: { label: msg`Days to decide`, input: Count, hint: msg`120 at most`, row: 3 },
      LimitMinor: { label: msg`Released value per lb`, input: Money, hint: msg`0 for full actual loss`, row: 4 },
      MaxMinor: { label: msg`Maximum per shipment`, input: Money, hint: msg`0 for no limit`, row: 4 },
      Currency: { label: msg`Currency`, input: currencies, row: 4 },
      Note: { input: LongText },
    },
  }),
  end: 'Claim/DeleteCarrierSetting',
  restore: 'Claim/RestoreCarrierSetting',
})
