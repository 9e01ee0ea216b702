import { msg } from '@lingui/core/macro'
import type { ParcelAccount, ParcelAccountReq } from '@sync/gen/api'
import { defineForm, type FormSpec } from '@/kit/form/defineForm'
import { Secret, Toggle } from '@/kit/form/inputs'
import { CarrierChoice } from '@/shipment/public'
import type { ParcelCarrier } from './carriers'

const save = (of: ParcelCarrier, known: boolean): FormSpec<ParcelAccountReq, ParcelAccount> =>
  defineForm<ParcelAccountReq, ParcelAccount>(known || of.id !== 'ups' ? 'Parcel/SaveAccount' : 'UPSReady/Registration', {
    title: msg`Account`,
    intro: of.intro,
    submit: known ? msg`Save` : msg`Register account`,
    done: known ? msg`Account saved` : msg`Account registered`,
    fields: {
      CarrierScac: { label: msg`Carrier in your list`, input: CarrierChoice, hint: msg`Its shipments stand under this carrier`, row: 1 },
      ...(of.number ? { AccountNumber: { label: of.number.label, hint: of.number.hint, required: true, row: 1 } } : {}),
      ClientId: { label: msg`Client ID`, required: true, row: 2 },
      ClientSecret: {
        label: msg`Client secret`,
        input: Secret,
        secret: true,
        required: !known,
        row: 2,
        ...(known ? { hint: msg`Empty keeps the secret` } : {}),
      },
      ...(of.token ? { RefreshToken: { label: msg`Refresh token`, hint: of.token, input: Secret, secret: true, required: !known } } : {}),
      TestEnvironment: { label: msg`Test environment`, input: Toggle, hint: msg`Its labels carry nothing` },
      ...(known ? { Enabled: { label: msg`Account is used`, input: Toggle } } : {}),
    },
    subject: () => of.id,
    // A registration is of one carrier and always of an account that is used: its call does not ask.
    ...(known || of.id !== 'ups' ? {} : { toRequest: ({ Carrier: _, Rev: __, Enabled: ___, ...typed }) => typed }),
  })

/** The form of a carrier's account: registers one, or changes the one that is there. Secrets are never shown again. */
export function accountForm(of: ParcelCarrier, account: ParcelAccount) {
  const known = account.Rev > 0
  const initial: Partial<ParcelAccountReq> = {
    Carrier: of.id,
    Enabled: known ? account.Enabled : true,
    TestEnvironment: false,
    Rev: account.Rev,
  }
  if (known)
    Object.assign(initial, {
      CarrierScac: account.CarrierScac,
      ClientId: account.ClientId,
      TestEnvironment: account.TestEnvironment,
      ...(of.number ? { AccountNumber: account.AccountNumber } : {}),
    })
  return { spec: save(of, known), initial }
}
